import { price } from "@lib/index";
import receipt from "../cart/receipt";
import { PriceTag } from "./PriceTag";
import { useCart } from "./useCart";

export function Checkout() {
  const cart = useCart();
  return (
    <section title={price(cart.total())}>
      <PriceTag price={cart.total()} />
      <pre>{receipt(cart)}</pre>
    </section>
  );
}
