import type { JsonObject } from '../../contract/resource/json.ts'
import { objectAt, textAt } from '../json-field.ts'
import { containerAccepted, namesRepeated, objectsIn } from './container-accepted.ts'
import { labelsAccepted, metadataAccepted } from './metadata-accepted.ts'
import {
  dnsLabelAllowed,
  dnsSubdomainAllowed,
  isDataKey,
  isDnsLabel,
  isDnsSubdomain,
  isQualifiedName,
  qualifiedAllowed,
  nothing,
  refuse,
  refuseIf,
  type Refusal,
} from './refusal.ts'

/** Fields of a volume that are not its source. */
const notSources = ['name']

const volumeAccepted = ([at, volume]: readonly [string, JsonObject]): readonly Refusal[] => {
  const sources = Object.keys(volume).filter(key => !notSources.includes(key) && volume[key] !== null)
  const [secret, configMap] = [objectAt(volume, 'secret'), objectAt(volume, 'configMap')]
  return [
    ...refuseIf(!isDnsLabel(textAt(volume, 'name') ?? ''), `${at}.name`, volume['name'], dnsLabelAllowed),
    ...refuseIf(sources.length > 1, at, sources.join(', '), 'one source'),
    ...refuseIf(
      volume['secret'] != null && (textAt(secret, 'secretName') ?? '') === '',
      `${at}.secret.secretName`,
      secret['secretName'],
      'the name of a Secret',
    ),
    ...refuseIf(
      volume['configMap'] != null && (textAt(configMap, 'name') ?? '') === '',
      `${at}.configMap.name`,
      configMap['name'],
      'the name of a ConfigMap',
    ),
    ...[...objectsIn(`${at}.configMap`, configMap, 'items'), ...objectsIn(`${at}.secret`, secret, 'items')].flatMap((
      [item, { key, path }],
    ) => [
      ...refuseIf(typeof key !== 'string' || !isDataKey(key), `${item}.key`, key, 'a key: letters, digits, -, _ and .'),
      ...refuseIf(
        typeof path !== 'string' || path === '' || path.startsWith('/') || path.split('/').includes('..'),
        `${item}.path`,
        path,
        'a relative path without ..',
      ),
    ]),
  ]
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

const tolerationAccepted = (
  [at, { key, operator, value, effect, tolerationSeconds }]: readonly [string, JsonObject],
): readonly Refusal[] => {
  const isNamed = typeof key === 'string' && key !== ''
  return [
    ...refuseIf(isNamed && !isQualifiedName(key), `${at}.key`, key, qualifiedAllowed),
    ...refuseIf(
      operator != null && operator !== '' && operator !== 'Exists' && operator !== 'Equal',
      `${at}.operator`,
      operator,
      'Exists, Equal',
    ),
    ...refuseIf(!isNamed && operator !== 'Exists', `${at}.operator`, operator, 'Exists, where no key is given'),
    ...refuseIf(operator === 'Exists' && value != null && value !== '', `${at}.value`, value, 'nothing, with operator Exists'),
    ...refuseIf(
      effect != null && effect !== '' && !(typeof effect === 'string' && effects.includes(effect)),
      `${at}.effect`,
      effect,
      effects.join(', '),
    ),
    ...(tolerationSeconds == null ? nothing : [
      ...refuseIf(!Number.isInteger(tolerationSeconds), `${at}.tolerationSeconds`, tolerationSeconds, 'a whole number'),
      ...refuseIf(effect !== 'NoExecute', `${at}.tolerationSeconds`, tolerationSeconds, 'nothing, unless the effect is NoExecute'),
    ]),
  ]
}

const dnsPolicies = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']

/** Checks a pod, or the pod template of a Deployment. `forDeployment`: such pods are always restarted, and have no deadline. */
export const podAccepted = (path: string, pod: JsonObject, { forDeployment }: { readonly forDeployment: boolean }): readonly Refusal[] => {
  const spec = objectAt(pod, 'spec')
  const at = `${path}spec`
  const volumes = objectsIn(at, spec, 'volumes')
  const containers = [...objectsIn(at, spec, 'containers'), ...objectsIn(at, spec, 'initContainers')]
  const names = volumes.flatMap(([, volume]) => textAt(volume, 'name') ?? [])
  const account = textAt(spec, 'serviceAccountName') ?? ''
  const dnsPolicy = textAt(spec, 'dnsPolicy') ?? 'ClusterFirst'
  const { restartPolicy, activeDeadlineSeconds, terminationGracePeriodSeconds: grace } = spec
  return [
    ...metadataAccepted(`${path}metadata`, objectAt(pod, 'metadata')),
    ...containers.flatMap(([container, it]) => containerAccepted(container, it, names)),
    ...namesRepeated(`${at}.containers`, containers),
    ...volumes.flatMap(volumeAccepted),
    ...namesRepeated(`${at}.volumes`, volumes),
    ...labelsAccepted(`${at}.nodeSelector`, objectAt(spec, 'nodeSelector')),
    ...objectsIn(at, spec, 'tolerations').flatMap(tolerationAccepted),
    ...refuseIf(account !== '' && !isDnsSubdomain(account), `${at}.serviceAccountName`, account, dnsSubdomainAllowed),
    ...refuseIf(!dnsPolicies.includes(dnsPolicy), `${at}.dnsPolicy`, dnsPolicy, dnsPolicies.join(', ')),
    ...refuseIf(typeof grace === 'number' && grace < 0, `${at}.terminationGracePeriodSeconds`, grace, 'at least 0'),
    ...(forDeployment ? [
      ...refuseIf(restartPolicy != null && restartPolicy !== 'Always', `${at}.restartPolicy`, restartPolicy, 'Always'),
      ...(activeDeadlineSeconds == null ? nothing
        : refuse(`${at}.activeDeadlineSeconds`, activeDeadlineSeconds, 'nothing: a Deployment has no deadline')),
    ] : nothing),
  ]
}
