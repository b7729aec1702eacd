import { type JsonObject, utf8Length } from '../../contract/resource/json.ts'
import { arrayAt, objectAt, textAt } from '../json-field.ts'
import { isPort, objectsIn, portAllowed } from './container-accepted.ts'
import { metadataAccepted } from './metadata-accepted.ts'
import {
  dnsLabelAllowed,
  dnsSubdomainAllowed,
  isDataKey,
  isDnsSubdomain,
  isServiceName,
  nothing,
  refuseAs,
  refuseIf,
  type Refusal,
} from './refusal.ts'
import { podAccepted } from './pod-accepted.ts'

/** Limit for all values of a ConfigMap together, in bytes. */
const mostData = 1_048_576
/** etcd accepts no larger object. */
const mostBytes = 1_572_864

/** True if the text is longer. It counts only if that is possible: no character takes more than three bytes for each of its code units. */
const isLonger = (text: string, most: number): boolean => text.length * 3 > most && utf8Length(text) > most

const configMapAccepted = (object: JsonObject): readonly Refusal[] => {
  const data = objectAt(object, 'data')
  const values = Object.values(data).filter(value => typeof value === 'string').join('')
  return [
    ...Object.keys(data).flatMap(key => refuseIf(!isDataKey(key), 'data (key)', key, 'letters, digits, -, _ and .')),
    ...(isLonger(values, mostData)
      ? refuseAs('data', `${utf8Length(values)} bytes`, `at most ${mostData} bytes: make the configuration or the log files smaller`)
      : nothing),
  ]
}

const serviceAccepted = (object: JsonObject): readonly Refusal[] => {
  const name = textAt(objectAt(object, 'metadata'), 'name') ?? ''
  return [
    ...refuseIf(!isServiceName(name), 'metadata.name', name, `${dnsLabelAllowed}, a letter first`),
    ...objectsIn('spec', objectAt(object, 'spec'), 'ports').flatMap(([at, { port, targetPort }]) => [
      ...refuseIf(!isPort(port), `${at}.port`, port, portAllowed),
      ...refuseIf(targetPort !== undefined && !isPort(targetPort), `${at}.targetPort`, targetPort, portAllowed),
    ]),
  ]
}

const isHost = (host: string): boolean =>
  isDnsSubdomain(host.startsWith('*.') ? host.slice(2) : host) && !/^\d{1,3}(\.\d{1,3}){3}$/u.test(host)
const hostAllowed = 'a DNS name in lower case, maybe with *. in front; no address'

const ingressAccepted = (object: JsonObject): readonly Refusal[] => {
  const spec = objectAt(object, 'spec')
  const className = textAt(spec, 'ingressClassName')
  const hosts = [
    ...objectsIn('spec', spec, 'rules').flatMap((
      [at, rule],
    ) => (rule['host'] === undefined ? [] : [[`${at}.host`, rule['host']] as const])),
    ...objectsIn('spec', spec, 'tls').flatMap(([at, tls]) =>
      arrayAt(tls, 'hosts').map((host, index) => [`${at}.hosts[${index}]`, host] as const)
    ),
  ]
  const ports = objectsIn('spec', spec, 'rules').flatMap(([at, rule]) => objectsIn(`${at}.http`, objectAt(rule, 'http'), 'paths'))
    .map(([at, path]) =>
      [`${at}.backend.service.port.number`, objectAt(objectAt(objectAt(path, 'backend'), 'service'), 'port')['number']] as const
    )
  return [
    ...hosts.flatMap(([at, host]) => refuseIf(typeof host !== 'string' || !isHost(host), at, host, hostAllowed)),
    ...ports.flatMap(([at, port]) => refuseIf(!isPort(port), at, port, portAllowed)),
    ...refuseIf(className !== null && !isDnsSubdomain(className), 'spec.ingressClassName', className, dnsSubdomainAllowed),
  ]
}

const ofKind = (object: JsonObject): readonly Refusal[] => {
  const { kind } = object
  switch (typeof kind === 'string' ? kind : '') {
    case 'ConfigMap':
      return configMapAccepted(object)
    case 'Service':
      return serviceAccepted(object)
    case 'Deployment': {
      const template = objectAt(objectAt(object, 'spec'), 'template')
      return podAccepted('spec.template.', template, { forDeployment: true })
    }
    case 'Pod':
      return podAccepted('', object, { forDeployment: false })
    case 'Ingress':
      return ingressAccepted(object)
    default:
      return nothing
  }
}

/**
 * What an API server would reject in a rendered object, as far as the object alone shows it: names, labels, ports, amounts, sizes. Not what
 * depends on the cluster: quotas, admission webhooks, existing objects, missing images. Every object to create is checked before the
 * running job is stopped.
 */
export const objectAccepted = (object: JsonObject): readonly Refusal[] => {
  const text = JSON.stringify(object)
  return [
    ...(object['kind'] === 'Pod' ? nothing : metadataAccepted('metadata', objectAt(object, 'metadata'))),
    ...ofKind(object),
    ...(isLonger(text, mostBytes) ? refuseAs('', `${utf8Length(text)} bytes`, `at most ${mostBytes} bytes`) : nothing),
  ]
}
