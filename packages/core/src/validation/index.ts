/** Rules on specs that a driver asks itself. */
export { connectionRestriction } from './restricted-address.ts'
