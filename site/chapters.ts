import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../docs')

/** A part of the site's contents: paths of pages, and how the contents call them. */
export interface Chapter {
  readonly title: string
  readonly pages: readonly (readonly [path: string, name: string])[]
}

/** Each by the title that it has. */
const decisions: Chapter['pages'] = globSync('adr/*.md', { cwd: docs }).sort().map(path => [
  path.replace(/\.md$/, '.html'),
  readFileSync(join(docs, path), 'utf8').split('\n')[0]?.replace(/^# /, '') ?? path,
])

/** What users of the operator read, in the order in which they need it. */
const forUsers: readonly Chapter[] = [
  {
    title: 'Getting started',
    pages: [
      ['index.html', 'Overview'],
      ['getting-started/first-job.html', 'First job, without a cluster'],
      ['getting-started/kind.html', 'On kind'],
      ['getting-started/minikube.html', 'On minikube'],
      ['install.html', 'On a real cluster'],
      ['getting-started/examples.html', 'Examples'],
      ['planner/index.html', 'Planner: try an edit'],
    ],
  },
  {
    title: 'Concepts',
    pages: [
      ['concepts/lifecycle.html', 'Lifecycle and status'],
      ['concepts/upgrades.html', 'Upgrades and state'],
      ['concepts/savepoints.html', 'Savepoints and checkpoints'],
      ['concepts/high-availability.html', 'High availability'],
      ['concepts/modes-and-scaling.html', 'Modes and scaling'],
      ['concepts/session-clusters.html', 'Session clusters and jobs'],
      ['concepts/blue-green.html', 'Blue/green deployments'],
      ['autoscaler.html', 'Autoscaler'],
      ['autoscaler-tuning.html', 'Autoscaler: tuning'],
      ['lyft.html', 'FlinkApplications'],
    ],
  },
  {
    title: 'Configuring jobs',
    pages: [
      ['jobs/pod-templates.html', 'Pod templates'],
      ['jobs/ingress.html', 'Ingress'],
      ['jobs/java-and-network.html', 'Java, environment, IPv6'],
    ],
  },
  {
    title: 'Operations',
    pages: [
      ['operations/install.html', 'Installing and configuring'],
      ['operations/command-line.html', 'Command line'],
      ['operations/plan-in-ci.html', 'Plan in CI'],
      ['operations/upgrade.html', 'Upgrading the operator'],
      ['operations/multi-tenancy.html', 'Namespaces and tenants'],
      ['security.html', 'Security'],
      ['operations/rights-and-secrets.html', 'Rights and secrets'],
      ['admission-webhook.html', 'Admission webhook'],
      ['operations/monitoring.html', 'Monitoring'],
      ['operations/fleet.html', 'The fleet page'],
      ['alerts.html', 'Alerts'],
      ['operations/logging.html', 'Logging'],
      ['operations/gitops.html', 'Argo CD and Flux'],
      ['operations/backup.html', 'Backup and restore'],
      ['plugins.html', 'Plugins'],
      ['planner.html', 'The planner page'],
      ['clocks.html', 'Clocks'],
    ],
  },
  {
    title: 'Troubleshooting',
    pages: [
      ['troubleshooting/index.html', 'By symptom'],
      ['troubleshooting/failed-upgrade.html', 'After a failed upgrade'],
      ['troubleshooting/reasons.html', 'By condition and reason'],
    ],
  },
  {
    title: 'Coming from',
    pages: [
      ['coming-from-apache.html', 'the Apache operator'],
      ['coming-from-lyft.html', "Lyft's operator"],
    ],
  },
  {
    title: 'Versions',
    pages: [
      ['compatibility.html', 'Compatibility promises'],
      ['known-issues.html', 'Known issues'],
    ],
  },
]

/** Pages that are looked up, not read. */
const reference: Chapter = {
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
    ['reference/messages.html', 'Messages'],
    ['metrics.html', 'Metrics'],
    ['lifecycle.html', 'State diagrams'],
    ['drop-in.html', 'Statuses taken over from Apache'],
    ['deviations.html', 'Differences from Apache'],
  ],
}

/** What users see of the contents at once. */
export const chapters: readonly Chapter[] = [...forUsers, reference]

/** What somebody reads who changes the operator or checks its rules; closed in the contents. */
export const contributorChapters: readonly Chapter[] = [
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
      ['high-availability.html', 'Election and HA stores'],
      ['e2e-results.html', 'End-to-end results'],
      ['vocabulary.html', 'Vocabulary'],
    ],
  },
  { title: 'Decisions', pages: decisions },
]

/** Pages that only say where their content is now: no chapter has them, and the search does not find them. */
export const moved: readonly string[] = ['user-guide.html']

const pathsOf = (list: readonly Chapter[]): ReadonlySet<string> => new Set(list.flatMap(({ pages }) => pages.map(([path]) => path)))
const users = pathsOf(forUsers)
const lookedUp = pathsOf([reference])

/** Whom a page is for: the search answers in this order. */
export type Audience = 'users' | 'reference' | 'contributors'

/** A page that no chapter has is for contributors. `path`: from the root of the site. */
export const audienceOf = (path: string): Audience => users.has(path) ? 'users' : lookedUp.has(path) ? 'reference' : 'contributors'

/** The title of the chapter that has the page; null: none has. */
export const chapterOf = (path: string): string | null =>
  [...chapters, ...contributorChapters].find(({ pages }) => pages.some(([named]) => named === path))?.title ?? null
