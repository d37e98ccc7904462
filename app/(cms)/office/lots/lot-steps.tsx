'use client'

import { useState } from 'react'
import { Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import { type CategoryKey, categoryKey, type Language } from '@/lib/contract/primitives'
import { faultsOf, LANGUAGE_NAMES, LANGUAGES, type LotForm, TEXTS, TIMES } from './lot-form'

export const STEPS = ['kind', 'terms', 'dates', 'texts', 'preview'] as const
export type Step = (typeof STEPS)[number]

/** The first step on which one of these fields stands. */
export function stepOf(fields: readonly string[]): Step {
  const steps = new Set(fields.map(ownStepOf))
  return STEPS.find((step) => steps.has(step)) ?? 'terms'
}

function ownStepOf(field: string): Step {
  if ((TEXTS as readonly string[]).includes(field)) return 'texts'
  return (TIMES as readonly string[]).includes(field) || field === 'outside_hours_confirmed' ? 'dates' : 'terms'
}

/** What is wrong on the steps before another one, by field, as keys of the back office's words. */
export function faultsBefore(next: Step, form: LotForm) {
  return Object.entries(faultsOf(form)).filter(([field]) => STEPS.indexOf(ownStepOf(field)) < STEPS.indexOf(next))
}

interface StepListProps {
  current: Step
  isOpen: (step: Step) => boolean
  onChoose: (step: Step) => void
}

export function StepList({ current, isOpen, onChoose }: StepListProps) {
  const { t: word } = useOfficeText()
  return (
    <ol className="flex flex-wrap gap-2" aria-label={word('steps')}>
      {STEPS.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === current ? 'step' : undefined}
            disabled={!isOpen(name)}
            onClick={() => onChoose(name)}
            className={classNames(
              'min-h-9 rounded-full border border-line-strong px-3.5 py-1.5 text-small disabled:opacity-55',
              name === current ? 'border-action bg-own font-semibold' : 'bg-surface hover:bg-hover',
            )}
          >
            {index + 1}. {word(`step_${name}`)}
          </button>
        </li>
      ))}
    </ol>
  )
}

interface KindProps {
  chosen: CategoryKey | undefined
  proposal: LotProposal | null
  busy: boolean
  onChoose: (category: CategoryKey) => void
}

/** What is sold: from the choice follow the figures, the texts and the dates to begin with. */
export function KindStep({ chosen, proposal, busy, onChoose }: KindProps) {
  const { t: word } = useOfficeText()
  return (
    <Panel title={word('step_kind')}>
      <MutedText>{word('kindHint')}</MutedText>
      <div className="flex flex-wrap gap-3">
        {categoryKey.options.map((category) => (
          <Button
            key={category}
            tone={category === chosen ? 'primary' : 'outline'}
            aria-pressed={category === chosen}
            pending={busy}
            onClick={() => onChoose(category)}
          >
            {word(`kind_${category}`)}
          </Button>
        ))}
      </div>
      {proposal?.source && (
        <MutedText>{word('takenFrom', { number: proposal.source.number, title: proposal.source.title })}</MutedText>
      )}
    </Panel>
  )
}

interface PreviewProps {
  path: (language: Language) => string
  secret: string
  gaps: readonly Language[]
}

/** The site's own page of the lot, in each language. */
export function Preview({ path, secret, gaps }: PreviewProps) {
  const { t: word } = useOfficeText()
  const [language, setLanguage] = useState<Language>('uk')
  const query = new URLSearchParams({ to: path(language), secret })
  return (
    <Panel
      title={word('step_preview')}
      actions={LANGUAGES.map((name) => (
        <Button
          key={name}
          size="sm"
          tone={name === language ? 'primary' : 'outline'}
          aria-pressed={name === language}
          onClick={() => setLanguage(name)}
        >
          {LANGUAGE_NAMES[name]}
        </Button>
      ))}
    >
      {gaps.length > 0 && <Notice tone="wait">{word('publishGaps', { languages: gaps.join(', ') })}</Notice>}
      <iframe
        key={language}
        title={word('step_preview')}
        src={`/admin/preview?${query.toString()}`}
        className="h-[min(900px,80dvh)] w-full rounded-md border border-line bg-ground"
      />
    </Panel>
  )
}
