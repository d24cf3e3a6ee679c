export const A = () => <div>{x ? <B : </div></C>}
