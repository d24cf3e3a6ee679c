/* /* only one end */
fn hidden() {}