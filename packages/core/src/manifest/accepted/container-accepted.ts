import { compareQuantities, parseQuantity, type Rational } from '../../flink/configuration/parse-quantity.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { entriesOf, objectAt, arrayAt, isJsonObject, textAt } from '../json-field.ts'
import {
  isQualifiedName,
  nothing,
  refuse,
  refuseIf,
  type Refusal,
  shown,
  dnsLabelAllowed,
  isDataKey,
  isDnsLabel,
  isDnsSubdomain,
  isPortName,
  isVariableName,
  repeated,
} from './refusal.ts'

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

/** The objects of a list, with their paths. The check of the template's shape reports other items. */
export const objectsIn = (path: string, object: JsonObject, key: string): readonly (readonly [string, JsonObject])[] =>
  arrayAt(object, key).flatMap((item, at) => (isJsonObject(item) ? [[`${path}.${key}[${at}]`, item] as const] : []))

const textsOf = (list: readonly (readonly [string, JsonObject])[], key: string): readonly string[] =>
  list.flatMap(([, item]) => textAt(item, key) ?? [])

export const isPort = (value: Json | undefined): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535
export const portAllowed = 'a port from 1 to 65535'

const portsAccepted = (path: string, container: JsonObject): readonly Refusal[] => {
  const ports = objectsIn(path, container, 'ports')
  return [
    ...ports.flatMap(([at, port]) => [
      ...refuseIf(!isPort(port['containerPort']), `${at}.containerPort`, port['containerPort'], portAllowed),
      ...refuseIf(
        port['name'] != null && !isPortName(textAt(port, 'name') ?? ''),
        `${at}.name`,
        port['name'],
        'lower case letters, digits and -, at most 15 characters',
      ),
    ]),
    ...repeated(textsOf(ports, 'name')).flatMap(name => refuse(`${path}.ports`, name, 'each name of a port once')),
  ]
}

/** Checks environment variables. It reports only their names. */
const environmentAccepted = (path: string, container: JsonObject): readonly Refusal[] =>
  objectsIn(path, container, 'env').flatMap(([at, variable]) => {
    const from = objectAt(variable, 'valueFrom')
    const references = [['secretKeyRef', objectAt(from, 'secretKeyRef')], ['configMapKeyRef', objectAt(from, 'configMapKeyRef')]] as const
    return [
      ...refuseIf(!isVariableName(textAt(variable, 'name') ?? ''), `${at}.name`, variable['name'], 'printable characters other than ='),
      ...refuseIf(
        (textAt(variable, 'value') ?? '') !== '' && Object.keys(from).length > 0,
        at,
        variable['name'],
        'either value or valueFrom',
      ),
      ...references.filter(([kind]) => from[kind] != null).flatMap(([kind, reference]) => [
        ...refuseIf(
          !isDnsSubdomain(textAt(reference, 'name') ?? ''),
          `${at}.valueFrom.${kind}.name`,
          reference['name'],
          'the name of an object',
        ),
        ...refuseIf(
          !isDataKey(textAt(reference, 'key') ?? ''),
          `${at}.valueFrom.${kind}.key`,
          reference['key'],
          'a key: letters, digits, -, _ and .',
        ),
      ]),
    ]
  })

const isBelow = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..')

const mountsAccepted = (path: string, container: JsonObject, volumes: readonly string[]): readonly Refusal[] => {
  const mounts = objectsIn(path, container, 'volumeMounts')
  return [
    ...mounts.flatMap(([at, mount]) => [
      ...refuseIf(!volumes.includes(textAt(mount, 'name') ?? ''), `${at}.name`, mount['name'], 'the name of a volume of the pod'),
      ...refuseIf((textAt(mount, 'mountPath') ?? '') === '', `${at}.mountPath`, mount['mountPath'], 'a path'),
      ...refuseIf(!isBelow(textAt(mount, 'subPath') ?? ''), `${at}.subPath`, mount['subPath'], 'a relative path without ..'),
    ]),
    ...repeated(textsOf(mounts, 'mountPath')).flatMap(mountPath => refuse(`${path}.volumeMounts`, mountPath, 'each mountPath once')),
  ]
}

const policies = ['Always', 'IfNotPresent', 'Never']

/** One container of a pod that has these volumes. */
export const containerAccepted = (path: string, container: JsonObject, volumes: readonly string[]): readonly Refusal[] => {
  const image = textAt(container, 'image') ?? ''
  const policy = container['imagePullPolicy']
  return [
    ...refuseIf(!isDnsLabel(textAt(container, 'name') ?? ''), `${path}.name`, container['name'], dnsLabelAllowed),
    ...refuseIf(image === '' || image !== image.trim(), `${path}.image`, container['image'], 'an image, without blanks around it'),
    ...(policy == null ? nothing
      : refuseIf(typeof policy !== 'string' || !policies.includes(policy), `${path}.imagePullPolicy`, policy, policies.join(', '))),
    ...portsAccepted(path, container),
    ...environmentAccepted(path, container),
    ...mountsAccepted(path, container, volumes),
    ...resourcesAccepted(`${path}.resources`, objectAt(container, 'resources')),
  ]
}

export const namesRepeated = (path: string, list: readonly (readonly [string, JsonObject])[]): readonly Refusal[] =>
  repeated(textsOf(list, 'name')).flatMap(name => refuse(path, name, 'each name once'))
