export interface Money {
  amount: number;
}

export function add(a: Money, b: Money): Money {
  return { amount: a.amount + b.amount };
}
