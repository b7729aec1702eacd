import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Outcome } from '../exit-code.ts'
import type { AutoscalerPlanFlags } from './autoscaler-plan.ts'

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

const amount = (text: string): number => {
  const value = Number(text)
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text) || !Number.isFinite(value)) throw new InvalidArgumentError('expected a number from 0 on.')
  return value
}

const help = `
FILE is
  the ConfigMap of a job that runs:  kubectl get configmap autoscaler-NAME -o yaml > recording.yaml
  many of them, one after the other: kubectl get configmap autoscaler-NAME -o yaml --watch > recording.yaml
  and its plan, for its edges:       curl JOBMANAGER:8081/jobs/ID > job.json
  or a job and a load that you wrote: examples/autoscaler/day.yaml

Examples:
  flink-operator autoscaler plan recording.yaml job.json --options app.yaml
  flink-operator autoscaler plan day.yaml --set utilization.target=0.6 --svg day.svg
  flink-operator autoscaler plan day.yaml --compare restart-budget.count=6 --compare scale-down.interval=2h
  flink-operator autoscaler plan day.yaml --options app.yaml --max-restarts 12 --max-delay '10 min'

Exit codes: 0 done; 1 a bound does not hold; 2 a file, a flag or an option is wrong; 3 the picture can't be written.`

/** Adds `autoscaler plan`. */
export const addAutoscalerCommands = (root: Command, done: (outcome: Outcome) => void): void => {
  root.command('autoscaler').description('what the autoscaler would do with a load')
    .command('plan').description('play a load, recorded or written, through the autoscaler with other options; changes nothing')
    .argument('<file...>', 'YAML or JSON files, - for standard input')
    .option('--options <file>', 'options of the autoscaler: a FlinkDeployment, a FlinkSessionJob or a map')
    .option('--set <key=value>', 'an option over them, may be repeated; job.autoscaler. may be left out', collect, [])
    .option('--compare <key=value>', 'play a second time with this option, too, may be repeated', collect, [])
    .option('--interval <duration>', 'time from one cycle to the next', '1 min')
    .option('--restart <duration>', 'how long a scaling stops the job', '1 min')
    .option('--max-restarts <number>', 'bound: so many scalings', amount)
    .option('--max-slot-hours <number>', 'bound: so many slot hours', amount)
    .option('--max-lag <records>', 'bound: so many records of lag', amount)
    .option('--max-delay <duration>', 'bound: the lag is what arrives in such a time')
    .option('--all', 'show every cycle, not only those in which something happens')
    .option('--no-chart', 'no charts in the text')
    .option('--svg <file>', 'write the charts as a picture')
    .addOption(new Option('-o, --output <form>', 'form of the answer').choices(['text', 'json']).default('text'))
    .addHelpText('after', help)
    .action(async (files: readonly string[], flags: AutoscalerPlanFlags) =>
      done(await (await import('./autoscaler-plan.ts')).autoscalerPlan(files, flags))
    )
}
