class A { string s = $"{a + $"{b + $@"{c}"; string t = """"
 never "" closed """;
 string u = @"open "" ;
