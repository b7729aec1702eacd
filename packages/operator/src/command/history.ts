import { identityOf, resourceTypes } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { environment, ExitCode, type Outcome } from '../exit-code.ts'
import { print, type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { eventsOf, type History, historyText, savepointsOf, snapshotsOf } from '../explain/history-text.ts'

/** `flink-operator history RESOURCE`: savepoints, snapshots and events, oldest first. */
export const history = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async ({ http, json, namespace, name, uid, where }) => {
    const { collectionPath, listObjects } = await import('@flink-operator/k8s-adapter')
    const list = listObjects(http)
    const [events, snapshots] = await Promise.all([
      list(collectionPath({ apiVersion: 'v1', kind: 'Event', namespace }), { fieldSelector: `involvedObject.uid=${uid}` })(),
      list(collectionPath({ ...identityOf(resourceTypes.FlinkStateSnapshot), namespace }), {})(),
    ])
    if (E.isLeft(events)) return E.left(environment(`${where}: events of ${namespace}/${name} could not be read: ${events.left.message}`))
    const found: History = {
      savepoints: savepointsOf(json),
      snapshots: E.isLeft(snapshots) ? null : snapshotsOf(snapshots.right, name),
      events: eventsOf(events.right),
    }
    print(flags, { resource: `${namespace}/${name}`, ...found }, () => historyText(`${namespace}/${name}`, found))
    return E.right(ExitCode.Ok)
  })
