import type { DefinedKind } from '../../packages/core/src/crd/crd.ts'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { identityOf } from '../../packages/core/src/contract/resource/resource-type.ts'
import { fieldTable } from './field-lines.ts'
import { flinkDeploymentSpec } from './flink-deployment.ts'
import { page, type Page } from './markdown.ts'

/** What is told of the spec of a kind beside its fields; the others have a table of their fields. */
const ownSpecs: { readonly [Name in KindName]?: () => readonly string[] } = { FlinkDeployment: flinkDeploymentSpec }

const resourcePage = ({ type, definition: { about, status } }: DefinedKind, ownSpec: () => readonly string[]): Page =>
  page(
    `docs/reference/${type.singular}.md`,
    type.kind,
    `\`apiVersion: ${
      identityOf(type).apiVersion
    }\`, \`kind: ${type.kind}\`. ${about.resource} Absent and \`null\` are the same everywhere; fields that are not listed are ignored and kept.`,
    ...ownSpec(),
    '## status',
    `Written by the operator alone. ${about.status}`.trim(),
    fieldTable(status),
  )

/** A page for each kind, made of its definition. */
export const resourcePages = (): readonly Page[] =>
  kindNames.map(name => {
    const kind = kindOf(name)
    return resourcePage(kind, ownSpecs[name] ?? (() => ['## spec', fieldTable(kind.definition.spec)]))
  })
