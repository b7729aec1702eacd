import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { operatorOptions } from '../../../packages/core/src/index.ts'
import { loadPlugins, pluginSettings } from '../../../packages/operator/src/plugin/load-plugins.ts'
import { helm, needsHelm, ofKind, rendered, type Values } from './helm.ts'

const examples = join(import.meta.dirname, '../../../examples/plugins')

test.skipIf(helm === null)(
  `values of docs/plugins.md${needsHelm}: the module is mounted where the configuration names it, and takes its options`,
  async () => {
    const objects = rendered(parse(readFileSync(join(examples, 'values.yaml'), 'utf8')) as Values)
    const [deployment] = ofKind(objects, 'Deployment')
    const { containers: [operator], volumes } = deployment.spec.template.spec
    expect(volumes).toContainEqual({ name: 'plugins', configMap: { name: 'platform-rules' } })
    expect(operator.volumeMounts).toContainEqual({ name: 'plugins', mountPath: '/plugins', readOnly: true })

    const config = ofKind(objects, 'ConfigMap').find(({ data }) => data?.['config.yaml'] !== undefined)
    const { options } = operatorOptions(parse(config.data['config.yaml']) as Readonly<Record<string, string>>)
    const settings = pluginSettings(undefined, options)
    expect(settings).toEqual({
      modules: ['/plugins/platform-rules.mjs'],
      options: { registry: 'registry.example/', 'cost-centre': '4711' },
    })
    const here = settings.modules.map(module => module.replace('/plugins', examples))
    expect(await loadPlugins({ ...settings, modules: here })).toMatchObject({ right: [{ name: 'platform-rules' }] })
  },
)
