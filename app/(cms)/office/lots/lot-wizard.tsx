'use client'

import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { FaultNotice, OfficePage, Panel, MutedText } from '@/app/(cms)/office/kit'
import { LeaveQuestion } from '@/app/(cms)/office/ask-dialog'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { useOfficeMutation } from '@/app/(cms)/office/queries'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import type { CategoryKey } from '@/lib/contract/primitives'
import { LotDocuments } from './lot-documents'
import { DateFields, NumberFields, TextFields } from './lot-fields'
import { PublishQuestion, ReplaceQuestion } from './lot-questions'
import { faultsBefore, KindStep, Preview, type Step, StepList, stepOf, STEPS } from './lot-steps'
import {
  LotRefused,
  pagePath,
  publish,
  readDocuments,
  readDraft,
  type SavedLot,
  saveDraft,
  type StoredDocument,
} from './lot-draft'
import { formOf, gapsOf, LANGUAGES, type LotForm, missingDocuments, sameTyping, unclearNumbers } from './lot-form'

interface WizardProps {
  /** Of a draft that is gone on with; null for a new lot. */
  id: number | null
  /** Shows drafts on the site's own pages. */
  secret: string
}

/** Prepares a lot step by step: from the last one of its kind to the page as buyers will see it. */
export function LotWizard({ id, secret }: WizardProps) {
  const { t: word, locale } = useOfficeText()
  const { t: say } = useOfficeText('portal')
  const router = useRouter()
  const [step, setStep] = useState<Step>(id === null ? 'kind' : 'terms')
  const [form, setForm] = useState<LotForm | null>(null)
  const [proposal, setProposal] = useState<LotProposal | null>(null)
  const [saved, setSaved] = useState<SavedLot | null>(null)
  /** The form as it was proposed, read or saved last. */
  const [kept, setKept] = useState<LotForm | null>(null)
  const [documents, setDocuments] = useState<readonly StoredDocument[]>([])
  /** A category that would replace what is there. */
  const [replacing, setReplacing] = useState<CategoryKey | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [missing, setMissing] = useState(false)
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    if (id === null) return
    readDraft(id, locale).then(
      (draft) => {
        setForm(draft.form)
        setKept(draft.form)
        setSaved(draft.saved)
      },
      () => setMissing(true),
    )
  }, [id, locale])

  /** A refusal is shown at its field, and nothing typed is lost. */
  const {
    isPending: busy,
    failure,
    run,
  } = useOfficeMutation(async (work: () => Promise<void>) => {
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

  const typed = form !== null && !(kept && sameTyping(form, kept))

  const propose = (category: CategoryKey) =>
    run(async () => {
      const { data } = await api.manager.proposeLot({ category, lang: locale })
      const proposed = formOf(category, data, locale)
      setProposal(data)
      setForm(proposed)
      setKept(proposed)
      setReplacing(null)
      setStep('terms')
    })

  function choose(category: CategoryKey) {
    if (form?.category === category) setStep('terms')
    else if (typed || saved) setReplacing(category)
    else void propose(category)
  }

  async function keep(current: LotForm): Promise<SavedLot> {
    const unclear = unclearNumbers(current).map((name) => [name, say('numberUnclear')] as const)
    if (unclear.length > 0) throw new LotRefused(Object.fromEntries(unclear))
    const lot = await saveDraft(current, saved, setSaved)
    setKept(current)
    // From here on the lot has its documents, and its form may have changed them.
    setForm((known) => known && { ...known, documents: null })
    return lot
  }

  /** Back at any time; forward once what stands on the steps before is sound. A draft is kept as it is typed all the same. */
  const goTo = (next: Step) =>
    form === null || STEPS.indexOf(next) <= STEPS.indexOf(step)
      ? setStep(next)
      : run(async () => {
          const found = faultsBefore(next, form).map(([name, key]) => [name, say(key)] as const)
          if (found.length > 0) throw new LotRefused(Object.fromEntries(found))
          if (next === 'preview') setDocuments(await readDocuments(await keep(form), locale))
          setStep(next)
        })

  const save = () =>
    run(async () => {
      if (!form) return
      await keep(form)
      toast.success(word('draftSaved'))
    })

  // What this misses, the question before publishing reads.
  const readAgain = (lot: SavedLot) => readDocuments(lot, locale).then(setDocuments, () => undefined)

  const askToPublish = (lot: SavedLot) =>
    run(async () => {
      setDocuments(await readDocuments(lot, locale))
      setAsking(true)
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
      <LeaveQuestion active={typed} />
      <StepList
        current={step}
        isOpen={(name) => !busy && (form !== null || name === 'kind')}
        onChoose={(name) => void goTo(name)}
      />
      {missing && <FaultNotice fault="not_found" />}
      {(failure ?? faults['']) && (
        <Notice tone="lose" role="alert">
          {failure ?? faults['']}
        </Notice>
      )}
      {id !== null && !form && !missing && <MutedText role="status">{word('loading')}</MutedText>}
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
        <>
          <LotDocuments lotId={saved.id} documents={documents} onChanged={() => void readAgain(saved)} />
          <Preview path={(language) => pagePath(saved, form.category, language)} secret={secret} gaps={gaps} />
        </>
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
            <Button pending={busy} onClick={() => saved && void askToPublish(saved)}>
              {word('publish')}
            </Button>
          )}
        </div>
      )}
      {replacing && (
        <ReplaceQuestion busy={busy} onClose={() => setReplacing(null)} onAnswer={() => void propose(replacing)} />
      )}
      {asking && (
        <PublishQuestion
          gaps={gaps}
          absent={missingDocuments(documents)}
          busy={busy}
          onClose={() => setAsking(false)}
          onAnswer={() => void goLive()}
        />
      )}
    </OfficePage>
  )
}
