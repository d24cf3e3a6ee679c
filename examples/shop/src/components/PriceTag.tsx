import { formatPrice, type Money } from "@lib/money";

/** Shows a price. */
export const PriceTag = ({ price }: { price: Money }) => <b>{formatPrice(price)}</b>;
