import { useState } from "react";
import { Cart } from "../cart/cart";

/** Keeps one cart for the life of the component that calls it. */
export const useCart = () => useState(() => new Cart())[0];
