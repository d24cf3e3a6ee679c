/** An amount in the smallest unit of its currency. */
export interface Money {
  amount: number;
  currency: Currency;
}

export enum Currency {
  EUR = "EUR",
  USD = "USD",
}

/** Number of decimals that every supported currency has. */
export const DECIMALS = 2;

/** Adds amounts of one currency. */
export function sum(currency: Currency, items: Money[]): Money {
  return { amount: items.reduce((total, item) => total + item.amount, 0), currency };
}

/** Writes an amount as people read it: 12.50 EUR. */
export function formatPrice(price: Money): string {
  return `${(price.amount / 10 ** DECIMALS).toFixed(DECIMALS)} ${price.currency}`;
}
