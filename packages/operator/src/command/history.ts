import { identityOf, type JsonObject } from '@flink-operator/core'
import { resourceTypes } from '@flink-operator/core/resource'
import * as E from 'fp-ts/lib/Either.js'
import { environment, ExitCode, type Outcome } from '../exit-code.ts'
import { type ConnectedResource, type ResourceFlags, shown, withResource } from '../explain/connected-resource.ts'
import { eventsOf, type History, historyText, savepointsOf, snapshotsOf } from '../explain/history-text.ts'
import { applicationKinds } from '../explain/job-spec-place.ts'
import { toStdout } from '../output/write.ts'

/** The FlinkDeployments of a FlinkBlueGreenDeployment. */
const childrenOf = ({ kind, name }: ConnectedResource): readonly string[] =>
  kind === 'FlinkBlueGreenDeployment' ? [`${name}-blue`, `${name}-green`] : []

/** Event texts may repeat parts of the resource, so its secrets are redacted. */
export const shownHistory = (flags: Pick<ResourceFlags, 'output'>, name: string, json: JsonObject, found: History): string =>
  shown(flags, { resource: name, ...found }, () => historyText(name, found), json)

/** `flink-operator history RESOURCE`: savepoints, snapshots and events, oldest first; of a FlinkBlueGreenDeployment also its children's. */
export const history = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const { http, kind, json, namespace, name, uid, where } = resource
    const children = childrenOf(resource)
    const { collectionPath, listObjects } = await import('@flink-operator/k8s-adapter')
    const list = listObjects(http)
    const eventsIn = (fieldSelector: string) => list(collectionPath({ apiVersion: 'v1', kind: 'Event', namespace }), { fieldSelector })()
    const [events, snapshots, ...ofChildren] = await Promise.all([
      eventsIn(`involvedObject.uid=${uid}`),
      list(collectionPath({ ...identityOf(resourceTypes.FlinkStateSnapshot), namespace }), {})(),
      ...children.map(child => eventsIn(`involvedObject.kind=FlinkDeployment,involvedObject.name=${child}`)),
    ])
    const unread = [events, ...ofChildren].find(E.isLeft)
    if (unread !== undefined)
      return E.left(environment(`${where}: events of ${namespace}/${name} could not be read: ${unread.left.message}`))
    const found: History = {
      savepoints: savepointsOf(json),
      snapshots: E.isLeft(snapshots) ? null
        : snapshotsOf(snapshots.right, children.length === 0 ? { kind, names: [name] } : { kind: 'FlinkDeployment', names: children }),
      events: eventsOf([events, ...ofChildren].flatMap(it => (E.isRight(it) ? it.right : [])), uid),
    }
    toStdout(`${shownHistory(flags, `${namespace}/${name}`, json, found)}\n`)
    return E.right(ExitCode.Ok)
  }, applicationKinds)
