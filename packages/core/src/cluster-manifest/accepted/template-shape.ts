import type { Json, JsonObject } from '../../resource/json.ts'
import { isJsonObject } from '../json-field.ts'
import { nothing, refuseAs, type Refusal } from './refusal.ts'

/** What a field of a pod may hold: a kind of value, a list of such, an object with such fields. Fields that are not named may hold anything. */
type Shape = 'text' | 'whole number' | 'true or false' | 'texts by name' | 'amounts by name' | readonly [Shape] | { readonly [field: string]: Shape }

const labelled = { name: 'text', labels: 'texts by name', annotations: 'texts by name' } as const

const container: Shape = {
  name: 'text', image: 'text', imagePullPolicy: 'text', workingDir: 'text', command: ['text'], args: ['text'], env: [{ name: 'text', value: 'text', valueFrom: {} }], envFrom: [{}],
  ports: [{ name: 'text', containerPort: 'whole number', hostPort: 'whole number', protocol: 'text' }], volumeMounts: [{ name: 'text', mountPath: 'text', subPath: 'text', readOnly: 'true or false' }],
  resources: { requests: 'amounts by name', limits: 'amounts by name' }, securityContext: {}, lifecycle: {}, livenessProbe: {}, readinessProbe: {}, startupProbe: {},
}

/** The fields of pods that people write most; what stands elsewhere is left to the API server. */
const template: Shape = {
  metadata: labelled,
  spec: {
    containers: [container], initContainers: [container], volumes: [{ name: 'text', emptyDir: {}, secret: { secretName: 'text', items: [{ key: 'text', path: 'text' }] }, configMap: { name: 'text', items: [{ key: 'text', path: 'text' }] }, hostPath: { path: 'text' } }],
    nodeSelector: 'texts by name', tolerations: [{ key: 'text', operator: 'text', value: 'text', effect: 'text', tolerationSeconds: 'whole number' }], imagePullSecrets: [{ name: 'text' }],
    serviceAccount: 'text', serviceAccountName: 'text', hostNetwork: 'true or false', dnsPolicy: 'text', dnsConfig: {}, restartPolicy: 'text', priorityClassName: 'text', schedulerName: 'text', runtimeClassName: 'text',
    terminationGracePeriodSeconds: 'whole number', activeDeadlineSeconds: 'whole number', affinity: {}, securityContext: {}, hostAliases: [{}], topologySpreadConstraints: [{}],
    shareProcessNamespace: 'true or false', automountServiceAccountToken: 'true or false', enableServiceLinks: 'true or false',
  },
}

const leaf = (path: string, value: Json, shape: Extract<Shape, string>): readonly Refusal[] => {
  switch (shape) {
    case 'text':
      return typeof value === 'string' ? nothing : refuseAs(path, kindOf(value), 'a text')
    case 'whole number':
      return Number.isInteger(value) ? nothing : refuseAs(path, kindOf(value), 'a whole number')
    case 'true or false':
      return typeof value === 'boolean' ? nothing : refuseAs(path, kindOf(value), 'true or false')
    case 'texts by name':
      return isJsonObject(value) ? Object.entries(value).flatMap(([key, it]) => of(`${path}.${key}`, it, 'text')) : refuseAs(path, kindOf(value), 'an object of texts')
    case 'amounts by name':
      return !isJsonObject(value) ? refuseAs(path, kindOf(value), 'an object of quantities')
        : Object.entries(value).flatMap(([key, it]) => (it === null || typeof it === 'string' || typeof it === 'number' ? nothing : refuseAs(`${path}.${key}`, kindOf(it), 'a quantity')))
  }
}

/** Values are not told: one of them may be a secret. */
const kindOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : typeof value === 'boolean' ? 'true or false' : 'a number'

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

const of = (path: string, value: Json | undefined, shape: Shape): readonly Refusal[] => {
  if (value === null || value === undefined) return nothing
  if (typeof shape === 'string') return leaf(path, value, shape)
  if (isList(shape))
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item, at) => (item === null ? refuseAs(`${path}[${at}]`, 'null', 'no gaps') : of(`${path}[${at}]`, item, shape[0])))
      : refuseAs(path, kindOf(value), 'a list')
  return isJsonObject(value) ? Object.entries(shape).flatMap(([field, it]) => of(path === '' ? field : `${path}.${field}`, value[field], it)) : refuseAs(path, kindOf(value), 'an object')
}

/**
 * Is everything in a pod template of the kind that Kubernetes takes there? What is not is left out in rendering, or refused by the API server. `name` of each
 * container and volume is asked for with the finished pod.
 */
export const templateShape = (podTemplate: JsonObject | null): readonly Refusal[] => (podTemplate === null ? nothing : of('', podTemplate, template))
