import type { EpochMillis, JsonObject } from '@flink-operator/core'
import { at, isObject, objectAt, objectsAt, textAt, textsAt, withAt } from '../object/fields.ts'
import { timeText } from '../object/metadata.ts'
import { customColumns } from './columns.ts'
import type { ResourceType, ScalePaths } from './resource-type.ts'

const keysOf = (path: string): readonly string[] => path.split('.').filter(key => key !== '')

const scaleOf = (version: JsonObject): ScalePaths | null => {
  const scale = at(version, 'subresources', 'scale')
  return isObject(scale)
    ? {
      specReplicas: keysOf(textAt(scale, 'specReplicasPath')),
      statusReplicas: keysOf(textAt(scale, 'statusReplicasPath')),
      selector: keysOf(textAt(scale, 'labelSelectorPath')),
    }
    : null
}

/** The types that a CustomResourceDefinition serves, the storage version first. */
export const customTypes = (crd: JsonObject): readonly ResourceType[] => {
  const names = objectAt(crd, 'spec', 'names')
  const kind = textAt(names, 'kind')
  const versions = objectsAt(crd, 'spec', 'versions').filter(version => version['served'] === true)
  return [...versions].sort((a, b) => Number(b['storage'] === true) - Number(a['storage'] === true)).map((version): ResourceType => {
    const schema = at(version, 'schema', 'openAPIV3Schema')
    return {
      group: textAt(crd, 'spec', 'group'),
      version: textAt(version, 'name'),
      kind,
      listKind: textAt(names, 'listKind') || `${kind}List`,
      plural: textAt(names, 'plural'),
      singular: textAt(names, 'singular') || kind.toLowerCase(),
      shortNames: textsAt(names, 'shortNames'),
      categories: textsAt(names, 'categories'),
      namespaced: textAt(crd, 'spec', 'scope') !== 'Cluster',
      hasStatus: isObject(at(version, 'subresources', 'status')),
      scale: scaleOf(version),
      hasGeneration: true,
      columns: customColumns(version),
      schema: isObject(schema) ? schema : null,
      builtIn: false,
    }
  })
}

/** A CRD with the status that the API server adds. */
export const establishedCrd = (crd: JsonObject, now: EpochMillis): JsonObject => {
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    reason,
    message,
    lastTransitionTime: timeText(now),
  })
  const versions = objectsAt(crd, 'spec', 'versions')
  const stored = versions.filter(version => version['storage'] === true).map(version => textAt(version, 'name'))
  return withAt(crd, ['status'], {
    acceptedNames: objectAt(crd, 'spec', 'names'),
    storedVersions: stored,
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
  })
}
