import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../docs')

/** Each by the title that it has. */
const decisions = globSync('adr/*.md', { cwd: docs }).sort().map(path => [
  path.replace(/\.md$/, '.html'),
  readFileSync(join(docs, path), 'utf8').split('\n')[0].replace(/^# /, ''),
])

/** The site's contents: every page of docs/ that a reader begins with; the others are linked from these. */
export const chapters = [
  {
    title: 'Begin',
    pages: [
      ['index.html', 'Overview'],
      ['install.html', 'Install'],
      ['user-guide.html', 'User guide'],
      ['planner/index.html', 'Planner'],
    ],
  },
  {
    title: 'Coming from',
    pages: [
      ['coming-from-apache.html', 'the Apache operator'],
      ['coming-from-lyft.html', "Lyft's operator"],
      ['drop-in.html', 'Statuses taken over'],
      ['deviations.html', 'Deliberate differences'],
    ],
  },
  {
    title: 'Running it',
    pages: [
      ['lifecycle.html', 'Lifecycle'],
      ['lyft.html', 'FlinkApplications'],
      ['autoscaler.html', 'Autoscaler'],
      ['autoscaler-tuning.html', 'Autoscaler: tuning'],
      ['high-availability.html', 'High availability'],
      ['admission-webhook.html', 'Admission webhook'],
      ['security.html', 'Security'],
      ['plugins.html', 'Plugins'],
      ['metrics.html', 'Metrics'],
      ['alerts.html', 'Alerts'],
      ['clocks.html', 'Clocks'],
      ['planner.html', 'The planner page'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['reference/options.html', 'Options'],
      ['reference/autoscaler-options.html', 'Options of the autoscaler'],
      ['reference/flinkdeployment.html', 'FlinkDeployment'],
      ['reference/flinksessionjob.html', 'FlinkSessionJob'],
      ['reference/flinkbluegreendeployment.html', 'FlinkBlueGreenDeployment'],
      ['reference/flinkstatesnapshot.html', 'FlinkStateSnapshot'],
      ['reference/flinkapplication.html', 'FlinkApplication'],
      ['reference/validation.html', 'Validation'],
      ['reference/events-and-conditions.html', 'Events and conditions'],
    ],
  },
  {
    title: 'How it is made',
    pages: [
      ['rules.html', 'Rules'],
      ['properties.html', 'Properties'],
      ['rely-guarantee.html', 'Rely and guarantee'],
      ['model-checker.html', 'Model checker'],
      ['trace-validation.html', 'Trace validation'],
      ['findings.html', 'Findings'],
      ['flink-rest-traps.html', 'Flink REST traps'],
      ['e2e-results.html', 'End-to-end results'],
      ['vocabulary.html', 'Vocabulary'],
    ],
  },
  { title: 'Decisions', pages: decisions },
]
