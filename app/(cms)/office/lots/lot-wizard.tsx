'use client'

import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { AskDialog } from '@/app/(cms)/office/console/ask-dialog'
import { FaultNotice, OfficePage, Panel, Quiet } from '@/app/(cms)/office/kit'
import { useOffice, useOfficeCall } from '@/app/(cms)/office/lists/use-office'
import { useStaffWords } from '@/app/(cms)/office/use-words'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import type { CategoryKey } from '@/lib/contract/primitives'
import { DateFields, NumberFields, TextFields } from './lot-fields'
import { KindStep, Preview } from './lot-steps'
import { LotRefused, pagePath, publish, readDraft, type SavedLot, saveDraft } from './lot-draft'
import { faultsOf, formOf, gapsOf, LANGUAGES, type LotForm, TEXTS, TIMES } from './lot-form'

const STEPS = ['kind', 'terms', 'dates', 'texts', 'preview'] as const
type Step = (typeof STEPS)[number]

interface WizardProps {
  /** Of a draft that is gone on with; null for a new lot. */
  id: number | null
  /** Shows drafts on the site's own pages. */
  secret: string
}

/** Prepares a lot step by step: from the last one of its kind to the page as buyers will see it. */
export function LotWizard({ id, secret }: WizardProps) {
  const { word, locale } = useOffice()
  const { say } = useStaffWords()
  const router = useRouter()
  const [step, setStep] = useState<Step>(id === null ? 'kind' : 'terms')
  const [form, setForm] = useState<LotForm | null>(null)
  const [proposal, setProposal] = useState<LotProposal | null>(null)
  const [saved, setSaved] = useState<SavedLot | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [missing, setMissing] = useState(false)
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    if (id === null) return
    readDraft(id, locale).then(
      (draft) => {
        setForm(draft.form)
        setSaved(draft.saved)
      },
      () => setMissing(true),
    )
  }, [id, locale])

  /** A refusal is shown at its field, and nothing typed is lost. */
  const {
    pending: busy,
    failure,
    run,
  } = useOfficeCall(async (work: () => Promise<void>) => {
    setFaults({})
    try {
      await work()
    } catch (error) {
      setAsking(false)
      if (!(error instanceof LotRefused)) throw error
      setFaults(error.faults)
      setStep(stepOf(Object.keys(error.faults)))
    }
  })

  const choose = (category: CategoryKey) =>
    run(async () => {
      const { data } = await api.manager.proposeLot({ category, lang: locale })
      setProposal(data)
      setForm(formOf(category, data, locale))
      setStep('terms')
    })

  const goTo = (next: Step) =>
    next === 'preview' && form
      ? run(async () => {
          // A draft is kept as it is typed; a page would show what cannot be read as nothing, and a wrong time as a phase.
          const found = Object.entries(faultsOf(form)).map(([name, key]) => [name, say(key)] as const)
          if (found.length > 0) throw new LotRefused(Object.fromEntries(found))
          const kept = await saveDraft(form, saved)
          setSaved(kept)
          setStep('preview')
        })
      : setStep(next)

  const save = () =>
    run(async () => {
      if (!form) return
      setSaved(await saveDraft(form, saved))
      toast.success(word('draftSaved'))
    })

  const goLive = () =>
    run(async () => {
      if (!form || !saved) return
      await publish(form, saved)
      toast.success(word('lotPublished'))
      router.push(`/admin/collections/auctions/${saved.id}/console`)
    })

  const change = (changes: Partial<LotForm>) => setForm((known) => known && { ...known, ...changes })
  const gaps = form ? LANGUAGES.filter((language) => gapsOf(form, language) > 0) : []
  const fields = form && { form, faults, onChange: change }
  const next = STEPS[STEPS.indexOf(step) + 1]

  return (
    <OfficePage title={word('newLot')} back="/admin/collections/auctions">
      <ol className="flex flex-wrap gap-2" aria-label={word('steps')}>
        {STEPS.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              disabled={busy || (form === null && name !== 'kind')}
              onClick={() => void goTo(name)}
              className={classNames(
                'min-h-9 rounded-full border border-line-strong px-3.5 py-1.5 text-small disabled:opacity-55',
                name === step ? 'border-action bg-own font-semibold' : 'bg-surface hover:bg-hover',
              )}
            >
              {index + 1}. {word(`step_${name}`)}
            </button>
          </li>
        ))}
      </ol>
      {missing && <FaultNotice fault="not_found" />}
      {(failure ?? faults['']) && (
        <Notice tone="lose" role="alert">
          {failure ?? faults['']}
        </Notice>
      )}
      {id !== null && !form && !missing && <Quiet role="status">{word('loading')}</Quiet>}
      {step === 'kind' && <KindStep chosen={form?.category} proposal={proposal} busy={busy} onChoose={choose} />}
      {fields && step === 'terms' && (
        <Panel title={word('step_terms')}>
          <NumberFields {...fields} />
        </Panel>
      )}
      {fields && step === 'dates' && (
        <Panel title={word('step_dates')}>
          <DateFields {...fields} dates={proposal?.dates ?? []} />
        </Panel>
      )}
      {fields && step === 'texts' && (
        <Panel title={word('step_texts')}>
          <TextFields {...fields} />
        </Panel>
      )}
      {form && saved && step === 'preview' && (
        <Preview path={(language) => pagePath(saved, form.category, language)} secret={secret} gaps={gaps} />
      )}
      {form && step !== 'kind' && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="outline" pending={busy} onClick={() => void save()}>
            {word('saveDraft')}
          </Button>
          {next ? (
            <Button pending={busy} onClick={() => void goTo(next)}>
              {word('nextStep')}
            </Button>
          ) : (
            <Button pending={busy} onClick={() => setAsking(true)}>
              {word('publish')}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <AskDialog
          title={word('publishTitle')}
          text={word('publishText')}
          verb={word('publish')}
          busy={busy}
          onClose={() => setAsking(false)}
          onAnswer={() => void goLive()}
        >
          {gaps.length > 0 && <Notice tone="wait">{word('publishGaps', { languages: gaps.join(', ') })}</Notice>}
        </AskDialog>
      )}
    </OfficePage>
  )
}

/** The step on which the first of these fields stands. */
function stepOf(fields: readonly string[]): Step {
  if (fields.some((field) => (TEXTS as readonly string[]).includes(field))) return 'texts'
  if (fields.some((field) => (TIMES as readonly string[]).includes(field) || field === 'outside_hours_confirmed'))
    return 'dates'
  return 'terms'
}
