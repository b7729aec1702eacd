import { describe, expect, test } from 'vitest'
import type { Json } from '@flink-operator/core/resource'
import { environment, environmentFrom, volumeMounts, resourceRequirements } from './container-types.ts'
import { type GoType, misfits, rewritten } from './go-type.ts'
import { affinity, nodeSelector, podSecurityContext, tolerations } from './pod-types.ts'
import { volumes } from './volume-types.ts'

describe("FA20 a user's objects as Kubernetes' Go types write them again (lyft-flinkapplication.md, section 2.3)", () => {
  test.each<readonly [string, GoType, Json, Json]>([
    ['an empty value of a variable is left out', environment, [{ name: 'A', value: '' }], [{ name: 'A' }]],
    ['a name that is missing is empty', environment, [{ value: '1' }], [{ name: '', value: '1' }]],
    [
      'a divisor is always there',
      environment,
      [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }],
      [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '0' } } }],
    ],
    [
      'a pointer to false stays',
      environment,
      [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } }],
      [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } }],
    ],
    ['the same of a source', environmentFrom, [{ prefix: '', secretRef: { name: 's' } }], [{ secretRef: { name: 's' } }]],
    ['false that is no pointer is left out', volumeMounts, [{ name: 'v', mountPath: '/v', readOnly: false }], [{
      name: 'v',
      mountPath: '/v',
    }]],
    ['unknown fields vanish', volumeMounts, [{ name: 'v', mountPath: '/v', newer: 1 }], [{ name: 'v', mountPath: '/v' }]],
    ['null is absent', volumeMounts, [{ name: 'v', mountPath: '/v', subPath: null }], [{ name: 'v', mountPath: '/v' }]],
    ['an empty object that is a pointer stays', volumes, [{ name: 'v', emptyDir: {} }], [{ name: 'v', emptyDir: {} }]],
    [
      'a size limit is canonical',
      volumes,
      [{ name: 'v', emptyDir: { sizeLimit: '1024Mi' } }],
      [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }],
    ],
    [
      'an ephemeral volume has its times and resources',
      volumes,
      [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } } }],
      [{
        name: 'v',
        ephemeral: {
          volumeClaimTemplate: { metadata: { creationTimestamp: null }, spec: { accessModes: ['ReadWriteOnce'], resources: {} } },
        },
      }],
    ],
    ['a list that has to be there is null', volumes, [{ name: 'v', projected: {} }], [{ name: 'v', projected: { sources: null } }]],
    [
      'weights and terms have to be there',
      affinity,
      {
        podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{}] },
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {},
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }],
        },
      },
      {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: null },
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }],
        },
        podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { topologyKey: '' } }] },
      },
    ],
    ['0 seconds are told', tolerations, [{ key: 'a', value: '', tolerationSeconds: 0 }], [{ key: 'a', tolerationSeconds: 0 }]],
    ['so is user 0', podSecurityContext, { runAsUser: 0, supplementalGroups: [] }, { runAsUser: 0 }],
    ['amounts', resourceRequirements, { limits: { cpu: 0.5 }, requests: {} }, { limits: { cpu: '500m' } }],
  ])('%s', (_title, type, json, written) => {
    expect(rewritten(type, json)).toEqual(written)
  })

  test('LD27 what a type can not hold is told by its path; what it does not have, too', () => {
    expect(misfits(environment, [{ name: 1, newer: true, value: 'a' }, 'text'], 'env')).toEqual([
      { path: 'env[0].name', expected: 'a value of type text' },
      { path: 'env[0].newer', expected: null },
      { path: 'env[1]', expected: 'an object' },
    ])
    expect(misfits(nodeSelector, { a: 'b', c: 1 }, 'nodeSelector')).toEqual([{ path: 'nodeSelector.c', expected: 'a value of type text' }])
    expect(misfits(volumes, {}, 'volumes')).toEqual([{ path: 'volumes', expected: 'a list' }])
  })
})
