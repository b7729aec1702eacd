import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export interface TextInputProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly children?: ComponentChildren
}

/** A text that is typed, pasted, dropped as files, or chosen from disk. It is read here, and sent nowhere. */
export const TextInput = ({ id, label, hint, text, onText, children }: TextInputProps) => {
  const [isOver, setOver] = useState(false)
  const read = async (files: FileList | null): Promise<void> => {
    const texts = await Promise.all([...files ?? []].map(file => file.text()))
    if (texts.length > 0) onText(texts.join('\n---\n'))
  }
  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer?.files ?? null)
  }
  return (
    <section class={`text-input${isOver ? ' over' : ''}`} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <div class="text-head">
        <label for={id}>{label}</label>
        <span class="tools">
          {children}
          <label class="button" for={`${id}-file`}>Open files</label>
          <input
            id={`${id}-file`}
            class="file"
            type="file"
            multiple
            accept=".yaml,.yml,.json"
            aria-label={`${label}: open files`}
            onChange={event => void read(event.currentTarget.files)}
          />
          <button type="button" onClick={() => onText('')} aria-label={`${label}: clear`}>Clear</button>
        </span>
      </div>
      <p class="hint" id={`${id}-hint`}>{hint}</p>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        spellcheck={false}
        autocomplete="off"
        rows={14}
        wrap="off"
        value={text}
        onInput={event => onText(event.currentTarget.value)}
      />
    </section>
  )
}
