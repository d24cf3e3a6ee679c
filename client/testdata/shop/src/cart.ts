import { add, type Money } from "./money";

export class Cart {
  private lines: Money[] = [];

  put(line: Money): void {
    this.lines.push(line);
  }

  total(): Money {
    return this.lines.reduce(add, { amount: 0 });
  }
}

export function both(a: Money, b: Money): Money {
  return add(a, b);
}
