import { Currency, sum, type Money } from "@lib/index";

export type Line = { title: string; unit: Money; quantity: number };

/** A cart of one currency. */
export class Cart {
  private lines: Line[] = [];

  constructor(readonly currency: Currency = Currency.EUR) {}

  add(line: Line): void {
    this.lines.push(line);
  }

  total(): Money {
    return sum(
      this.currency,
      this.lines.map(({ unit, quantity }) => ({ ...unit, amount: unit.amount * quantity })),
    );
  }
}
