export * from "./money";
export { formatPrice as price } from "./money";
