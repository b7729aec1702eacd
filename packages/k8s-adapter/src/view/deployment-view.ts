import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { DeploymentCondition, DeploymentView } from '@flink-operator/core/fact'
import { integerAt, messageAt, objectsAt, textAt, textsAt } from '../json-path.ts'
import { instantAt, objectIdentity, type ViewError } from './object-identity.ts'

const condition = (json: JsonObject): DeploymentCondition => ({
  type: textAt(json, 'type') ?? '',
  status: textAt(json, 'status') ?? '',
  reason: textAt(json, 'reason') ?? '',
  message: messageAt(json, 'message') ?? '',
  lastTransitionTime: instantAt(json, 'lastTransitionTime'),
})

/** An apps/v1 Deployment; without `status` it has no replicas (D-22). */
export const deploymentView = (object: JsonObject): E.Either<ViewError, DeploymentView> =>
  pipe(
    objectIdentity(object),
    E.map(identity => ({
      ...identity,
      labels: textsAt(object, 'metadata', 'labels'),
      annotations: textsAt(object, 'metadata', 'annotations'),
      wantedReplicas: integerAt(object, 'spec', 'replicas') ?? 1,
      replicas: integerAt(object, 'status', 'replicas') ?? 0,
      availableReplicas: integerAt(object, 'status', 'availableReplicas') ?? 0,
      conditions: objectsAt(object, 'status', 'conditions').map(condition),
    })),
  )
