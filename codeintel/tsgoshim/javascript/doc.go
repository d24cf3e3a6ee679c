// Package javascript adds the declarations of JavaScript files that the compiler's binder
// does not know, although earlier versions of TypeScript did: constructor functions with
// their prototypes and this properties, properties of objects that are declared in a chain
// of assignments, and exports next to module.exports = ….
//
// The additions have forms that the checker knows from other declarations. A constructor
// function becomes a function that is merged with an ambient class. A member that is
// assigned to a prototype is declared like a property that a constructor assigns to this.
package javascript
