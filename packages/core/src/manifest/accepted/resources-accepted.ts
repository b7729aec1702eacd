import { compareQuantities, parseQuantity, type Rational } from '../../flink/configuration/parse-quantity.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { entriesOf, objectAt } from '../json-field.ts'
import { isQualifiedName } from './accepted-names.ts'
import { nothing, refuse, refuseIf, type Refusal, shown } from './refusal.ts'

const standard = ['cpu', 'memory', 'ephemeral-storage']

/** Parses a quantity like the API server: no blanks, and no `K`. */
const quantityOf = (value: Json | undefined): Rational | null =>
  typeof value === 'number' || (typeof value === 'string' && !/\s|K$/u.test(value)) ? parseQuantity(String(value)) : null

/** True for devices and huge pages: they are whole numbers, and request and limit must be equal. */
const isCounted = (name: string): boolean => (name.includes('/') && !/(^|\.)kubernetes\.io\//u.test(name)) || name.startsWith('hugepages-')

const amountAccepted = (path: string, name: string, value: Json | undefined): readonly Refusal[] => {
  const quantity = quantityOf(value)
  if (quantity === null || quantity.numerator < 0n) return refuse(path, value, 'a Kubernetes quantity of at least 0, such as 500m or 2Gi')
  return [
    ...refuseIf(isCounted(name) && quantity.numerator % quantity.denominator !== 0n, path, value, 'a whole number'),
    ...refuseIf(
      !(standard.includes(name) || name.startsWith('hugepages-') || (name.includes('/') && isQualifiedName(name))),
      path,
      name,
      `${standard.join(', ')}, hugepages-SIZE, or DOMAIN/NAME`,
    ),
  ]
}

/** Checks `resources` of a container: amounts are valid, and no request exceeds its limit. */
export const resourcesAccepted = (path: string, resources: JsonObject): readonly Refusal[] => {
  const [requests, limits] = [objectAt(resources, 'requests'), objectAt(resources, 'limits')]
  const compared = (name: string): readonly Refusal[] => {
    const [asked, most] = [quantityOf(requests[name]), quantityOf(limits[name])]
    if (asked === null) return nothing
    if (most === null)
      return isCounted(name) && limits[name] == null ? refuse(`${path}.limits.${name}`, undefined, `the same as requests.${name}`) : nothing
    const order = compareQuantities(asked, most)
    return isCounted(name)
      ? refuseIf(order !== 0, `${path}.requests.${name}`, requests[name], `the same as limits.${name}, ${shown(limits[name])}`)
      : refuseIf(order > 0, `${path}.requests.${name}`, requests[name], `at most limits.${name}, ${shown(limits[name])}`)
  }
  return [
    ...entriesOf(requests).flatMap(([name, value]) => amountAccepted(`${path}.requests.${name}`, name, value)),
    ...entriesOf(limits).flatMap(([name, value]) => amountAccepted(`${path}.limits.${name}`, name, value)),
    ...entriesOf(requests).flatMap(([name]) => compared(name)),
  ]
}
