match x:
 case
 case [*, **a]:
async
lambda: (yield
