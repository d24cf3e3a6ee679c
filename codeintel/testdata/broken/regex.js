const r = /[/; const s = /* */ a / b / `${/x}/}`;
function f() {}