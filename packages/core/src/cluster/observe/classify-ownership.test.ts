import { describe, expect, test } from 'vitest'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import type { OwnerView } from '../../contract/fact/object-view.ts'
import {
  hasNameOfOurs,
  type MarkedBy,
  mayBeOurPod,
  type OwnedBy,
  type Ownership,
  classifyOwnership,
  type OwnershipClass,
} from './classify-ownership.ts'

const ownership: Ownership = {
  resourceUid: 'uid-resource',
  clusterId: 'app',
  deploymentUids: ['uid-deployment'],
  attempt: 'now',
  attempts: ['now', 'before'],
}

const owners: Readonly<Record<OwnedBy, OwnerView | null>> = {
  Resource: { kind: 'FlinkDeployment', name: 'app', uid: 'uid-resource' },
  Deployment: { kind: 'Deployment', name: 'app', uid: 'uid-deployment' },
  LostDeployment: { kind: 'Deployment', name: 'app', uid: 'uid-of-one-that-is-gone' },
  Other: { kind: 'Deployment', name: 'web', uid: 'uid-web' },
  Nobody: null,
}
const marks: Readonly<Record<MarkedBy, Readonly<Record<string, string>>>> = {
  Attempt: { [attemptAnnotation]: 'now' },
  Recorded: { [attemptAnnotation]: 'before' },
  Unrecorded: { [attemptAnnotation]: 'of somebody' },
  None: { app: 'app', type: 'flink-native-kubernetes' },
}
const object = (kind: string, name: string, owner: OwnerView | null, annotations: Readonly<Record<string, string>>) => ({
  kind,
  name,
  annotations,
  ownerUids: owner === null ? [] : [owner.uid],
  owners: owner === null ? [] : [owner],
})

describe('P21 F09 whose is it? By owner (uid) or by the mark of an attempt that the record names, never by name or label', () => {
  test.each<readonly [OwnedBy, MarkedBy, OwnershipClass]>([
    ['Resource', 'Attempt', 'Ours'],
    ['Resource', 'Recorded', 'OfAnotherAttempt'],
    ['Resource', 'Unrecorded', 'OfAnotherAttempt'],
    ['Resource', 'None', 'OfAnotherAttempt'],
    ['Deployment', 'Attempt', 'Ours'],
    ['Deployment', 'Recorded', 'OfAnotherAttempt'],
    ['Deployment', 'Unrecorded', 'OfAnotherAttempt'],
    ['Deployment', 'None', 'OfAnotherAttempt'],
    ['LostDeployment', 'Attempt', 'Ours'],
    ['LostDeployment', 'Recorded', 'OfAnotherAttempt'],
    ['LostDeployment', 'Unrecorded', 'Unknown'],
    ['LostDeployment', 'None', 'Unknown'],
    ['Nobody', 'Attempt', 'Ours'],
    ['Nobody', 'Recorded', 'OfAnotherAttempt'],
    ['Nobody', 'Unrecorded', 'Unknown'],
    ['Nobody', 'None', 'Foreign'],
    ['Other', 'Attempt', 'Foreign'],
    ['Other', 'Recorded', 'Foreign'],
    ['Other', 'Unrecorded', 'Foreign'],
    ['Other', 'None', 'Foreign'],
  ])('owned by %s, marked by %s: %s', (ownedBy, markedBy, want) => {
    expect(classifyOwnership(ownership, object('ConfigMap', 'flink-config-app', owners[ownedBy], marks[markedBy]))).toBe(want)
  })

  test("a copy that carries owner and mark of ours under another name is nobody's of ours", () => {
    expect(classifyOwnership(ownership, object('Service', 'app-metrics', owners.Deployment, marks.Attempt))).toBe('Foreign')
  })

  test('B87 ours among several owners', () => {
    expect(
      classifyOwnership(ownership, { ...object('Service', 'app-rest', owners.Other, marks.None), ownerUids: ['uid-web', 'uid-resource'] }),
    ).toBe(
      'OfAnotherAttempt',
    )
  })

  test('an owner of the same name with another uid is another one: the resource was deleted and made anew', () => {
    expect(
      classifyOwnership(
        ownership,
        object('Deployment', 'app', { kind: 'FlinkDeployment', name: 'app', uid: 'uid-of-its-last-life' }, marks.Unrecorded),
      ),
    ).toBe('Foreign')
  })

  test.each([
    ['Deployment', 'app'],
    ['Deployment', 'app-taskmanager'],
    ['Service', 'app'],
    ['Service', 'app-rest'],
    ['ConfigMap', 'flink-config-app'],
    ['ConfigMap', 'pod-template-app'],
    ['ConfigMap', 'hadoop-config-app'],
    ['Ingress', 'app'],
  ])('%s %s is a name of the cluster', (kind, name) => {
    expect(hasNameOfOurs('app', { kind, name })).toBe(true)
    expect(hasNameOfOurs('other', { kind, name })).toBe(false)
    expect(hasNameOfOurs('app', { kind: 'Secret', name })).toBe(false)
  })
})

describe("P01 F09 a pod with the JobManager's labels", () => {
  test.each<readonly [string, readonly OwnerView[] | undefined, boolean]>([
    ["of the Deployment's ReplicaSet", [{ kind: 'ReplicaSet', name: 'app-7d4b9c6f5', uid: 'u' }], true],
    ['of nobody: its Deployment may be gone, and Flink runs in it all the same', [], true],
    ['of a model that knows no owners', undefined, true],
    ['of the Deployment', [{ kind: 'Deployment', name: 'app', uid: 'u' }], true],
    ['of a ReplicaSet of another Deployment', [{ kind: 'ReplicaSet', name: 'web-7d4b9c6f5', uid: 'u' }], false],
    ['of a ReplicaSet of a Deployment whose name begins alike', [{ kind: 'ReplicaSet', name: 'app-web-7d4b9c6f5', uid: 'u' }], false],
    ['of a StatefulSet', [{ kind: 'StatefulSet', name: 'app-1', uid: 'u' }], false],
  ])('%s: counts %#', (_title, of, want) => {
    expect(mayBeOurPod('app', of === undefined ? {} : { owners: of })).toBe(want)
  })
})
