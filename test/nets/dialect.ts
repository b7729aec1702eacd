/** A word that only this project had for something, and the word of the field that is said instead. */
export interface DialectWord {
  /** As the words of a name are, small and with blanks between them; forms are apart by `|`. */
  readonly word: string
  /** The plain word. */
  readonly instead: string
  /** Where it is no word to say it by: in names alone, or in what people read, too. */
  readonly in: 'Names' | 'NamesAndMessages'
  /** A term of the field that has the word in it. */
  readonly except?: string
}

/** Words that were got rid of. Whoever gets rid of another one adds its line; none is taken out. */
export const dialect: readonly DialectWord[] = [
  { word: 'ground|grounds', instead: 'recorded state', in: 'NamesAndMessages' },
  { word: 'gone on', instead: 'chain decisions', in: 'Names' },
  { word: 'put up again', instead: 'redeploy', in: 'Names' },
  { word: 'first sight', instead: 'finalizer missing', in: 'NamesAndMessages' },
  { word: 'make ours', instead: 'add our finalizer', in: 'NamesAndMessages' },
  { word: 'judged alone', instead: 'standalone admission', in: 'NamesAndMessages' },
  { word: 'clamp moments', instead: 'clamp future timestamps', in: 'NamesAndMessages' },
  { word: 'waited here', instead: 'restarted waits', in: 'NamesAndMessages' },
  { word: 'until a person', instead: 'manual action', in: 'Names' },
  { word: 'end first|unended', instead: 'cancel before redeploy', in: 'Names' },
  { word: 'adopted end|ended when seen|its end', instead: 'terminal state', in: 'Names' },
  { word: 'unkeepable|metadata is bare', instead: 'checkpoint not retained, no checkpoint yet', in: 'NamesAndMessages' },
  { word: 'past return', instead: 'past the point of no return', in: 'NamesAndMessages' },
  { word: 'way in|ways in', instead: 'REST Service', in: 'NamesAndMessages' },
  { word: 'told to stop', instead: 'shutdown signal', in: 'Names' },
  { word: 'after refusal', instead: 'failure outcome', in: 'NamesAndMessages' },
  { word: 'life|lives', instead: 'incarnation', in: 'Names', except: 'half life' },
  { word: 'until woken', instead: 'until a watch event', in: 'NamesAndMessages' },
  { word: 'leaves alone', instead: 'skips the status write', in: 'Names' },
  { word: 'leaving zoo keeper|leaving the ensemble', instead: 'delete HA data from ZooKeeper', in: 'NamesAndMessages' },
  { word: 'at stake|stake|stakes', instead: 'affected jobs', in: 'NamesAndMessages' },
  { word: 'ender|enders|stop beginning', instead: 'stop host', in: 'NamesAndMessages' },
  { word: 'upgrade besides', instead: 'snapshot while an upgrade is blocked', in: 'NamesAndMessages' },
  { word: 'told|telling', instead: 'reported, report', in: 'Names', except: 'told nonce' },
  { word: 'untold', instead: 'unreported', in: 'Names', except: 'untold version' },
  { word: 'ha sight|in sight|out of sight', instead: 'HA observation; observable, unobservable', in: 'Names' },
  { word: 'whose', instead: 'ownership', in: 'Names' },
  { word: 'stranger|strangers', instead: 'foreign object', in: 'NamesAndMessages' },
  { word: 'dispensable', instead: 'optional', in: 'NamesAndMessages' },
  { word: 'course', instead: 'hooks', in: 'Names' },
  { word: 'spared', instead: 'veto', in: 'Names' },
  { word: 'goes on', instead: 'chains', in: 'Names' },
  { word: 'stray', instead: 'orphan', in: 'Names' },
  { word: 'blind', instead: 'unobservable', in: 'Names', except: 'scaling blind since' },
  { word: 'made anew|create anew|start anew', instead: 'recreated, recreate, restart', in: 'Names' },
  { word: 'ways out|way out|ways of', instead: 'remediation', in: 'Names' },
]
