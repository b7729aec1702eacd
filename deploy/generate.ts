/**
 * Writes what is made of the table of kinds: the CustomResourceDefinitions, the operator's rights to custom resources in operator.yaml, and
 * webhook.yaml.
 * `npm run manifests`. Tests fail while a file is not what this writes (crd.test.ts, deploy-manifests.test.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crdNameOf, crdYaml } from '@flink-operator/core/crd'
import { kinds } from '@flink-operator/core/kinds'
import { withCustomResourceRules } from './custom-resource-rules.ts'
import { webhookYaml } from './webhook-configurations.ts'

const all = Object.values(kinds)
const directory = join(import.meta.dirname, 'crds')
const webhook = join(import.meta.dirname, 'webhook.yaml')
const operator = join(import.meta.dirname, 'operator.yaml')

mkdirSync(directory, { recursive: true })
for (const kind of all) writeFileSync(join(directory, `${crdNameOf(kind.type)}.yaml`), crdYaml(kind))
writeFileSync(operator, withCustomResourceRules(readFileSync(operator, 'utf8'), all))
writeFileSync(webhook, webhookYaml(all))
