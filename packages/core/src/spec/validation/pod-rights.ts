import { isJsonObject } from '../../crd/is-json-object.ts'
import type { PodRight } from '../../options/security-options.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'

/** A right on the node that a pod template requests, and the field that requests it. */
export interface AskedRight {
  readonly right: PodRight
  readonly field: string
  readonly found: Json
}

/** The object at `key`; an empty object if the value is not an object. */
export const objectIn = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

/** False for null, `false`, and empty texts and lists. */
const isSet = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

const isZero = (value: Json | undefined): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number(value) === 0

type Found = readonly AskedRight[]

const given = (right: PodRight, at: string, object: JsonObject, key: string, isAsked: (value: Json | undefined) => boolean): Found => {
  const found = object[key]
  return isAsked(found) ? [{ right, field: `${at}.${key}`, found: found ?? null }] : []
}

/** `securityContext` of a pod or of a container. */
const ofUser = (at: string, context: JsonObject): Found => [
  ...given('runAsRoot', at, context, 'runAsUser', isZero),
  ...given('runAsRoot', at, context, 'runAsNonRoot', it => it === false),
  ...given('hostProcess', `${at}.windowsOptions`, objectIn(context, 'windowsOptions'), 'hostProcess', isSet),
]

const objectsAt = (at: string, object: JsonObject, key: string): readonly (readonly [field: string, item: JsonObject])[] =>
  Array.isArray(object[key])
    ? (object[key] as readonly Json[]).flatMap((item, index) => (isJsonObject(item) ? [[`${at}.${key}[${index}]`, item] as const] : []))
    : []

const ofContainer = (at: string, container: JsonObject): Found => {
  const context = objectIn(container, 'securityContext')
  const inContext = `${at}.securityContext`
  return [
    ...objectsAt(at, container, 'ports').flatMap(([field, port]) =>
      given('hostPorts', field, port, 'hostPort', it => isSet(it) && !isZero(it))
    ),
    ...ofUser(inContext, context),
    ...given('privileged', inContext, context, 'privileged', isSet),
    ...given('allowPrivilegeEscalation', inContext, context, 'allowPrivilegeEscalation', isSet),
    ...given('addedCapabilities', `${inContext}.capabilities`, objectIn(context, 'capabilities'), 'add', isSet),
    ...given('procMount', inContext, context, 'procMount', it => isSet(it) && it !== 'Default'),
  ]
}

/** All rights that a pod template requests, in the pod or in any container. `at`: path of the template. Total. */
export const rightsAsked = (at: string, template: JsonObject): Found => {
  const spec = objectIn(template, 'spec')
  const inSpec = `${at}.spec`
  const context = objectIn(spec, 'securityContext')
  return [
    ...objectsAt(inSpec, spec, 'volumes').flatMap(([field, volume]) => given('hostPath', field, volume, 'hostPath', isSet)),
    ...(['hostNetwork', 'hostPID', 'hostIPC'] as const).flatMap(right => given(right, inSpec, spec, right, isSet)),
    ...ofUser(`${inSpec}.securityContext`, context),
    ...given('sysctls', `${inSpec}.securityContext`, context, 'sysctls', isSet),
    ...['containers', 'initContainers', 'ephemeralContainers'].flatMap(key =>
      objectsAt(inSpec, spec, key).flatMap(([field, container]) => ofContainer(field, container))
    ),
  ]
}
