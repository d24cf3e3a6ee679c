import * as money from "@lib/money";
import type { Cart } from "./cart";

/** The text that goes to the printer. */
export default function receipt(cart: Cart): string {
  return `Total: ${money.formatPrice(cart.total())}`;
}
