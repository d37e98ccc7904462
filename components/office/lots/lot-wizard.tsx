'use client'

import { useTranslations } from 'next-intl'
import { useStaff } from '@/components/office/staff-context'
import { toast } from '@/components/ui/toast'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { LoadingPage, OfficePage, Panel } from '@/components/office/kit'
import { AskDialog, LeaveQuestion } from '@/components/office/ask-dialog'
import { FieldRefusal } from '@/components/office/cms-api'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation, useOfficeQuery } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import { LOCALES } from '@/lib/config/constants'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import type { CategoryKey } from '@/lib/contract/primitives'
import {
  DateFields,
  DepositFields,
  KindStep,
  LotDocuments,
  NumberFields,
  Preview,
  PublishQuestion,
  SourceNote,
  StepList,
  TextFields,
} from './lot-steps'
import {
  type Draft,
  mergeTyped,
  pagePath,
  publish,
  readDocuments,
  readDraft,
  type SavedLot,
  saveDraft,
  type StoredDocument,
  typedLotOf,
} from './lot-draft'
import {
  faultsBefore,
  formOf,
  gapsOf,
  type LotForm,
  missingDocuments,
  hasSameInput,
  type Step,
  stepOf,
  STEPS,
  unclearNumbers,
} from './lot-form'

const AUCTIONS = '/office/auctions'
const NEW_LOT = { form: null, saved: null }

interface WizardProps {
  /** The draft to continue; null for a new lot. */
  id: number | null
}

/** Prepares a lot step by step: from the last one of its kind to the page as buyers will see it. */
export function LotWizard({ id: requested }: WizardProps) {
  const inBrowser = useIsInBrowser()
  const pathname = usePathname()
  // Going back to a lot that was saved meanwhile restores the view of a new one, under the address of the saved one.
  const [id] = useState(requested ?? idIn(pathname))
  // Input from before a reload is only in the browser.
  if (id === null) return <LotSteps key={String(inBrowser)} draft={NEW_LOT} restores={inBrowser} />
  return <StoredLot id={id} />
}

function idIn(address: string | null): number | null {
  return Number(/\/auctions\/(\d+)$/.exec(address ?? '')?.[1]) || null
}

function StoredLot({ id }: { id: number }) {
  const { locale } = useOfficeText()
  // Read once: a refetch would overwrite typed text with older data.
  const draft = useOfficeQuery(['lot draft', id, locale], () => readDraft(id, locale), { staleTime: Infinity })
  return draft.data ? <LotSteps draft={draft.data} restores /> : <LoadingPage query={draft} back={AUCTIONS} />
}

interface StepsProps {
  draft: typeof NEW_LOT | Draft
  /** Restores the input from before a reload. */
  restores: boolean
}

function LotSteps({ draft, restores }: StepsProps) {
  const { t, locale } = useOfficeText()
  const tFault = useTranslations('Lot.faults')
  const router = useRouter()
  const userId = useStaff().id
  const [restored] = useState(() => (restores ? typedLotOf(draft.saved?.id ?? null, userId).read() : null))
  // The preview reads the stored lot.
  const [step, setStep] = useState<Step>(
    restored ? (restored.step === 'preview' ? 'texts' : restored.step) : draft.form?.category ? 'terms' : 'kind',
  )
  const [form, setForm] = useState<LotForm | null>(restored?.form ?? draft.form)
  const [proposal, setProposal] = useState<LotProposal | null>(null)
  // Input from before a reload belongs to the version that it was typed into.
  const [saved, setSaved] = useState<SavedLot | null>(
    draft.saved && { ...draft.saved, updatedAt: restored?.updatedAt ?? draft.saved.updatedAt },
  )
  /** The form as it was proposed, read or saved last. */
  const [baseline, setBaseline] = useState<LotForm | null>(restored?.baseline ?? draft.form)
  /** The lot at the version of `saved`, with the defaults that the server added. */
  const stored = useRef<LotForm | null>(restored === null ? draft.form : null)
  /** Why a save was refused because of a newer version. */
  const [stale, setStale] = useState<string | null>(null)
  const [documents, setDocuments] = useState<readonly StoredDocument[]>([])
  /** A newly chosen category, until the change is confirmed. */
  const [replacing, setReplacing] = useState<CategoryKey | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [asking, setAsking] = useState(false)

  /** A refusal is shown at its field; no input is lost. */
  const {
    pending: busy,
    failure,
    run,
  } = useOfficeMutation(async (work: () => Promise<void>) => {
    setFaults({})
    setStale(null)
    try {
      await work()
    } catch (error) {
      // The page shows the failure, which a dialog would hide.
      setAsking(false)
      setReplacing(null)
      if (!(error instanceof FieldRefusal)) throw error
      if (error.isStale()) return setStale(error.message)
      setFaults(error.faults)
      setStep(stepOf(Object.keys(error.faults)))
    }
  })

  const typed = form !== null && !(baseline && hasSameInput(form, baseline))
  const savedId = saved?.id ?? null
  useEffect(() => {
    if (form === null) return
    typedLotOf(savedId, userId).save(typed ? { form, step, updatedAt: saved?.updatedAt ?? null, baseline } : null)
  }, [form, savedId, step, typed, saved, baseline, userId])

  const propose = (category: CategoryKey) =>
    run(async () => {
      const { data } = await api.manager.proposeLot({ category, lang: locale })
      setProposal(data)
      if (form?.category === null) {
        // A draft that only lacks its category keeps everything else.
        setForm({ ...form, category, category_id: data.category_id, unit: data.unit })
      } else {
        const proposed = formOf(category, data, locale)
        setForm(proposed)
        setBaseline(proposed)
      }
      setReplacing(null)
      setStep('terms')
    })

  function choose(category: CategoryKey) {
    if (form?.category === category) setStep('terms')
    else if (form?.category !== null && (typed || saved)) setReplacing(category)
    else void propose(category)
  }

  /** Changes the address, so that a reload opens the stored lot. */
  function openStored(lot: SavedLot) {
    typedLotOf(savedId, userId).save(null)
    setSaved(lot)
    window.history.replaceState(null, '', `/office/auctions/${lot.id}`)
  }

  async function saveForm(current: LotForm): Promise<SavedLot> {
    const unclear = unclearNumbers(current).map((name) => [name, tFault('numberUnclear')] as const)
    if (unclear.length > 0) throw new FieldRefusal(Object.fromEntries(unclear))
    stored.current = null
    const lot = await saveDraft(current, saved, openStored)
    setBaseline(current)
    // The saved lot has its documents now, and its form may change them.
    setForm((before) => before && { ...before, documents: null })
    return lot
  }

  /** Going back is always possible, going forward only if the earlier steps have no faults. A draft may have faults. */
  const goTo = (next: Step) =>
    form === null || STEPS.indexOf(next) <= STEPS.indexOf(step)
      ? setStep(next)
      : run(async () => {
          const newFaults = faultsBefore(next, form).map(([name, key]) => [name, tFault(key)] as const)
          if (newFaults.length > 0) throw new FieldRefusal(Object.fromEntries(newFaults))
          if (next === 'preview') await readDocumentsAgain(await saveForm(form))
          setStep(next)
        })

  const save = () =>
    run(async () => {
      if (!form) return
      await saveForm(form)
      toast.success(t('draftSaved'))
    })

  /** Documents are changed in Payload's form; a version that differs in nothing else may be saved on top of. */
  async function readDocumentsAgain(lot: SavedLot): Promise<void> {
    setDocuments(await readDocuments(lot, locale))
    const read = await readDraft(lot.id, locale)
    if (read.saved.updatedAt === lot.updatedAt) stored.current = read.form
    else if (stored.current !== null && hasSameInput(read.form, stored.current)) setSaved(read.saved)
  }

  // The question before publishing reads them again, so a failure does not matter here.
  const refreshDocuments = (lot: SavedLot) => readDocumentsAgain(lot).catch(() => undefined)

  const askToPublish = (lot: SavedLot) =>
    run(async () => {
      await readDocumentsAgain(lot)
      setAsking(true)
    })

  /** Puts what was typed here into the newer version. */
  const takeNewer = (lot: SavedLot) =>
    run(async () => {
      const newer = await readDraft(lot.id, locale)
      if (form !== null && baseline !== null) setForm(mergeTyped(newer.form, form, baseline))
      stored.current = newer.form
      setBaseline(newer.form)
      setSaved(newer.saved)
      if (step === 'preview') setStep('texts')
    })

  const goLive = () =>
    run(async () => {
      if (!form || !saved) return
      await publish(form, saved)
      toast.success(t('lotPublished'))
      router.push(`/office/auctions/${saved.id}/console`)
    })

  const change = (changes: Partial<LotForm>) => setForm((before) => before && { ...before, ...changes })
  const gaps = form ? LOCALES.filter((language) => gapsOf(form, language) > 0) : []
  const fields = form && { form, faults, onChange: change }
  const next = STEPS[STEPS.indexOf(step) + 1]

  return (
    <OfficePage title={t('newLot')} back={AUCTIONS}>
      <LeaveQuestion active={typed} onLeave={() => typedLotOf(savedId, userId).save(null)} />
      <StepList
        current={step}
        isOpen={(name) => !busy && (form !== null || name === 'kind')}
        onChoose={(name) => void goTo(name)}
      />
      <FailureNotice>{failure ?? faults['']}</FailureNotice>
      {stale !== null && saved && (
        <Notice tone="lose" role="alert">
          <p className="pb-3 font-medium">{stale}</p>
          <Button tone="outline" pending={busy} onClick={() => void takeNewer(saved)}>
            {t('takeNewer')}
          </Button>
        </Notice>
      )}
      {step === 'kind' && (
        <KindStep chosen={form?.category ?? null} proposal={proposal} busy={busy} onChoose={choose} />
      )}
      {fields && step === 'terms' && (
        <Panel title={t('step_terms')}>
          {proposal?.source && <SourceNote source={proposal.source} />}
          <NumberFields {...fields} />
          <DepositFields {...fields} />
        </Panel>
      )}
      {fields && step === 'dates' && (
        <Panel title={t('step_dates')}>
          <DateFields {...fields} dates={proposal?.dates ?? []} />
        </Panel>
      )}
      {fields && step === 'texts' && (
        <Panel title={t('step_texts')}>
          <TextFields {...fields} />
        </Panel>
      )}
      {form?.category && saved && step === 'preview' && (
        <>
          <LotDocuments lotId={saved.id} documents={documents} onChanged={() => void refreshDocuments(saved)} />
          <Preview path={pagePath.bind(null, saved, form.category)} gaps={gaps} />
        </>
      )}
      {form && step !== 'kind' && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="outline" pending={busy} onClick={() => void save()}>
            {t('saveDraft')}
          </Button>
          {next ? (
            <Button pending={busy} onClick={() => void goTo(next)}>
              {t('nextStep')}
            </Button>
          ) : (
            <Button pending={busy} onClick={() => saved && void askToPublish(saved)}>
              {t('publish')}
            </Button>
          )}
        </div>
      )}
      {replacing && (
        <AskDialog
          title={t('replaceLotTitle')}
          text={t('replaceLotText')}
          verb={t('replaceLot')}
          danger
          busy={busy}
          onClose={() => setReplacing(null)}
          onAnswer={() => void propose(replacing)}
        />
      )}
      {asking && form && (
        <PublishQuestion
          form={form}
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
