'use client'

import { useTranslations } from 'next-intl'
import { useStaff } from '@/components/office/staff-context'
import { toast } from '@/components/ui/toast'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ActionLink, LoadingPage, MutedText, OfficePage, Panel } from '@/components/office/kit'
import { PlanFields } from './plan-fields'
import { FormDialog } from '@/components/forms/form-dialog'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { LeaveDialog } from '@/components/office/leave-dialog'
import { FieldRefusal } from '@/components/office/cms-client'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation, useOfficeQuery } from '@/components/office/queries'
import { consolePath, roomPath } from '@/components/office/rooms'
import { RowMenu } from '@/components/office/row-menu'
import { Button } from '@/components/ui/button'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import type { CategoryKey } from '@/lib/contract/primitives'
import { numberSign } from '@/lib/i18n/formats'
import {
  DateFields,
  DepositFields,
  DocumentFields,
  FrozenFields,
  KindStep,
  NumberFields,
  Preview,
  PublishLotDialog,
  SourceNote,
  StepList,
  TextFields,
} from './lot-steps'
import {
  type Conflict,
  conflictsOf,
  deleteLot,
  type Draft,
  mergeTyped,
  nameDocuments,
  pagePath,
  publish,
  readDraft,
  type SavedLot,
  saveDraft,
  savePublished,
  takeTheirs,
  typedLotOf,
  unpublish,
  uploadDocument,
} from './lot-draft'
import {
  DOCUMENT_KINDS,
  faultsBefore,
  formOf,
  gapsOf,
  type LotForm,
  missingDocuments,
  hasSameInput,
  isStepDone,
  type Step,
  stepOf,
  STEPS,
  unclearNumbers,
} from './lot-form'

const AUCTIONS = roomPath('auctions')
const NEW_LOT = { form: null, saved: null, published: null }

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
  if (!draft.data) return <LoadingPage query={draft} back={AUCTIONS} />
  return <LotSteps key={String(draft.data.published === null)} draft={draft.data} restores />
}

interface StepsProps {
  draft: typeof NEW_LOT | Draft
  /** Restores the input from before a reload. */
  restores: boolean
}

/** A newer version that a save met. */
interface Newer {
  /** Who changed what. */
  message: string
  conflicts: readonly Conflict[]
}

function LotSteps({ draft, restores }: StepsProps) {
  const { t, locale } = useOfficeText()
  const tFault = useTranslations('Lot.faults')
  const router = useRouter()
  const staffId = useStaff().id
  const { published } = draft
  const isFrozen = published?.isFrozen === true
  // The category of a lot that buyers see is final, and they see its page.
  const steps: readonly Step[] = published ? STEPS.filter((name) => name !== 'kind' && name !== 'preview') : STEPS
  const [restored] = useState(() => (restores ? typedLotOf(draft.saved?.id ?? null, staffId).read() : null))
  const [step, setStep] = useState<Step>(() => {
    // The preview reads the stored lot.
    if (restored) return restored.step === 'preview' || !steps.includes(restored.step) ? 'texts' : restored.step
    return draft.form?.category ? (isFrozen ? 'texts' : 'terms') : 'kind'
  })
  const [form, setForm] = useState<LotForm | null>(restored?.form ?? draft.form)
  const [proposal, setProposal] = useState<LotProposal | null>(null)
  // Input from before a reload belongs to the version that it was typed into.
  const [saved, setSaved] = useState<SavedLot | null>(
    draft.saved && { ...draft.saved, updatedAt: restored?.updatedAt ?? draft.saved.updatedAt },
  )
  /** The form as it was proposed, read or saved last. */
  const [baseline, setBaseline] = useState<LotForm | null>(restored?.baseline ?? draft.form)
  const [newer, setNewer] = useState<Newer | null>(null)
  /** A newly chosen category, until the change is confirmed. */
  const [replacing, setReplacing] = useState<CategoryKey | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [open, setOpen] = useState<'publish' | 'unpublish' | 'delete' | null>(null)

  /** A refusal is shown at its field; no input is lost. */
  const {
    pending: busy,
    failure,
    run,
  } = useOfficeMutation(async (work: () => Promise<void>) => {
    setFaults({})
    setNewer(null)
    try {
      await work()
    } catch (error) {
      // The page shows the failure, which a dialog would hide.
      setOpen(null)
      setReplacing(null)
      if (!(error instanceof FieldRefusal)) throw error
      if (error.isStale()) return setNewer({ message: error.message, conflicts: [] })
      setFaults(error.faults)
      const faulty = Object.keys(error.faults).filter((field) => field !== '')
      const first = stepOf(faulty)
      if (faulty.length > 0 && steps.includes(first)) setStep(first)
    }
  })

  const typed = form !== null && !(baseline && hasSameInput(form, baseline))
  const savedId = saved?.id ?? null
  useEffect(() => {
    if (form === null) return
    typedLotOf(savedId, staffId).save(typed ? { form, step, updatedAt: saved?.updatedAt ?? null, baseline } : null)
  }, [form, savedId, step, typed, saved, baseline, staffId])

  const propose = (category: CategoryKey) =>
    run(async () => {
      const { data } = await api.manager.proposeLot({ category, lang: locale })
      setProposal(data)
      if (form?.category === null) {
        // A draft that only lacks its category keeps everything else.
        setForm({ ...form, category, category_id: data.category_id, unit: data.unit })
      } else {
        const proposed = formOf(category, data, await nameDocuments(data.template.documents, locale), locale)
        setForm({ ...proposed, slug: form?.slug ?? '' })
        setBaseline({ ...proposed, slug: form?.slug ?? '' })
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
    typedLotOf(savedId, staffId).save(null)
    setSaved(lot)
    window.history.replaceState(null, '', roomPath('auctions', lot.id))
  }

  async function saveForm(current: LotForm): Promise<void> {
    const unclear = unclearNumbers(current).map((name) => [name, tFault('numberUnclear')] as const)
    if (unclear.length > 0) throw new FieldRefusal(Object.fromEntries(unclear))
    const lot =
      published && saved && baseline
        ? await savePublished(current, baseline, saved, isFrozen, setSaved)
        : await saveDraft(current, baseline, saved, openStored)
    const stored = { ...current, slug: lot.slug ?? current.slug }
    setForm(stored)
    setBaseline(stored)
  }

  /** Going back is always possible, going forward only if the earlier steps have no faults. A draft may have faults. */
  const goTo = (next: Step) =>
    form === null || published || STEPS.indexOf(next) <= STEPS.indexOf(step)
      ? setStep(next)
      : run(async () => {
          const newFaults = faultsBefore(next, form).map(([name, key]) => [name, tFault(key)] as const)
          if (newFaults.length > 0) throw new FieldRefusal(Object.fromEntries(newFaults))
          if (next === 'preview') await saveForm(form)
          setStep(next)
        })

  const save = () =>
    run(async () => {
      if (!form) return
      await saveForm(form)
      toast.success(t(published ? 'lotSaved' : 'draftSaved'))
    })

  const upload = (file: File) =>
    run(async () => {
      const stored = await uploadDocument(file).catch((error: unknown) => {
        // The library's fields are none of the lot's.
        throw error instanceof FieldRefusal ? new FieldRefusal({ '': error.message }) : error
      })
      setForm((before) => {
        if (before === null) return before
        const [kind = DOCUMENT_KINDS[0]!] = missingDocuments(before.documents)
        return { ...before, documents: [...before.documents, { kind, language: 'uk', ...stored }] }
      })
    })

  /** Reads the newer version, and puts what was typed here into it unless that is dropped. */
  const takeNewer = (lot: SavedLot, { message }: Newer, keepsTyped: boolean) =>
    run(async () => {
      const read = await readDraft(lot.id, locale)
      if (form !== null && baseline !== null) {
        setForm(keepsTyped ? mergeTyped(read.form, form, baseline) : read.form)
        const conflicts = keepsTyped ? conflictsOf(read.form, form, baseline) : []
        if (conflicts.length > 0) setNewer({ message, conflicts })
      }
      setBaseline(read.form)
      setSaved(read.saved)
      if (step === 'preview') setStep('texts')
    })

  const goLive = () =>
    run(async () => {
      if (!form || !saved) return
      await publish(form, saved)
      toast.success(t('lotPublished'))
      router.push(consolePath(saved.id))
    })

  const change = (changes: Partial<LotForm>) => setForm((before) => before && { ...before, ...changes })
  const gaps = form ? LOCALES.filter((language) => gapsOf(form, language) > 0) : []
  const fields = form && { form, faults, onChange: change }
  const next = steps[steps.indexOf(step) + 1]
  const title = form?.title[locale] || form?.title.uk
  return (
    <OfficePage
      title={
        published ? `${numberSign(published.number, locale)} · ${title}` : saved ? title || t('untitled') : t('newLot')
      }
      pill={saved && !published && <Pill tone="done">{t('auction_draft')}</Pill>}
      actions={
        saved && (
          <>
            {published && (
              <ActionLink tone="outline" href={consolePath(saved.id)}>
                {t('toConsole')}
              </ActionLink>
            )}
            {!isFrozen && (
              <RowMenu
                actions={[
                  published !== null && { name: t('unpublishLot'), run: () => setOpen('unpublish') },
                  { name: t('deleteLot'), danger: true, run: () => setOpen('delete') },
                ]}
              />
            )}
          </>
        )
      }
      back={AUCTIONS}
    >
      <LeaveDialog active={typed} onLeave={() => typedLotOf(savedId, staffId).save(null)} />
      {published && <MutedText>{t(isFrozen ? 'frozenText' : 'publishedText')}</MutedText>}
      <StepList
        steps={steps}
        current={step}
        isOpen={(name) => !busy && (form !== null || name === 'kind')}
        isDone={(name) => form !== null && isStepDone(name, form)}
        onChoose={(name) => void goTo(name)}
      />
      <FailureNotice>{failure ?? faults['']}</FailureNotice>
      {newer !== null && saved && (
        <NewerNotice
          newer={newer}
          busy={busy}
          onTake={(keepsTyped) => void takeNewer(saved, newer, keepsTyped)}
          onTheirs={(conflict) => {
            setForm((before) => before && takeTheirs(before, conflict))
            const conflicts = newer.conflicts.filter((other) => other !== conflict)
            setNewer(conflicts.length > 0 ? { ...newer, conflicts } : null)
          }}
        />
      )}
      {step === 'kind' && (
        <KindStep chosen={form?.category ?? null} proposal={proposal} busy={busy} onChoose={choose} />
      )}
      {fields && step === 'terms' && (
        <Panel title={t('step_terms')}>
          {proposal?.source && <SourceNote source={proposal.source} />}
          {isFrozen ? (
            <FrozenFields form={fields.form} kinds="terms" />
          ) : (
            <>
              <NumberFields {...fields} />
              <PlanFields {...fields} />
              <DepositFields {...fields} />
            </>
          )}
        </Panel>
      )}
      {fields && step === 'dates' && (
        <Panel title={t('step_dates')}>
          {isFrozen ? (
            <FrozenFields form={fields.form} kinds="dates" />
          ) : (
            <DateFields {...fields} dates={proposal?.dates ?? []} />
          )}
        </Panel>
      )}
      {fields && step === 'texts' && (
        <Panel title={t('step_texts')}>
          <TextFields {...fields} hasAddress={published !== null} />
        </Panel>
      )}
      {fields && step === 'documents' && (
        <Panel title={t('lotDocuments')}>
          <DocumentFields {...fields} busy={busy} onUpload={(file) => void upload(file)} />
        </Panel>
      )}
      {form?.category && saved && step === 'preview' && (
        <Preview path={pagePath.bind(null, saved, form.category)} gaps={gaps} />
      )}
      {form && step !== 'kind' && (
        <div className="flex flex-wrap justify-end gap-2">
          {published ? (
            <Button pending={busy} disabled={!typed} onClick={() => void save()}>
              {t('saveChanges')}
            </Button>
          ) : (
            <>
              <Button tone="outline" pending={busy} onClick={() => void save()}>
                {t('saveDraft')}
              </Button>
              {next ? (
                <Button pending={busy} onClick={() => void goTo(next)}>
                  {t('nextStep')}
                </Button>
              ) : (
                <Button pending={busy} onClick={() => setOpen('publish')}>
                  {t('publish')}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {replacing && (
        <FormDialog
          title={t('replaceLotTitle')}
          text={t('replaceLotText')}
          verb={t('replaceLot')}
          cancel={t('keep')}
          danger
          pending={busy}
          onClose={() => setReplacing(null)}
          onAnswer={() => void propose(replacing)}
        />
      )}
      {open === 'publish' && form && (
        <PublishLotDialog
          form={form}
          gaps={gaps}
          absent={missingDocuments(form.documents)}
          pending={busy}
          onClose={() => setOpen(null)}
          onAnswer={() => void goLive()}
        />
      )}
      {open === 'unpublish' && saved && (
        <DecisionDialog
          title={t('unpublishTitle')}
          text={t('unpublishText')}
          verb={t('unpublishLot')}
          danger
          done="lotUnpublished"
          decide={() => unpublish(saved)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'delete' && saved && (
        <DecisionDialog
          title={t('deleteLotTitle')}
          text={t('deleteLotText')}
          verb={t('deleteLot')}
          danger
          done="lotDeleted"
          decide={async () => {
            await deleteLot(saved)
            typedLotOf(savedId, staffId).save(null)
            router.push(AUCTIONS)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </OfficePage>
  )
}

interface NewerProps {
  newer: Newer
  busy: boolean
  onTake: (keepsTyped: boolean) => void
  onTheirs: (conflict: Conflict) => void
}

/** Who changed what meanwhile, and then the fields that both changed, each with the colleague's value. */
function NewerNotice({ newer: { message, conflicts }, busy, onTake, onTheirs }: NewerProps) {
  const { t } = useOfficeText()
  return (
    <Notice tone={conflicts.length > 0 ? 'wait' : 'lose'} role="alert">
      <p className="pb-3 font-medium">{message}</p>
      {conflicts.length === 0 ? (
        <span className="flex flex-wrap gap-2">
          <Button tone="outline" size="sm" pending={busy} onClick={() => onTake(true)}>
            {t('takeNewer')}
          </Button>
          <Button tone="quiet" size="sm" pending={busy} onClick={() => onTake(false)}>
            {t('dropMine')}
          </Button>
        </span>
      ) : (
        <>
          <p>{t('conflicts')}</p>
          <ul className="divide-y divide-line">
            {conflicts.map((conflict) => (
              <li
                key={`${conflict.name} ${conflict.language}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="text-soft">
                    {t(`lot_${conflict.name}`)}
                    {conflict.language && ` (${LANGUAGE_NAMES[conflict.language]})`}:
                  </span>{' '}
                  {conflict.theirs.replace('T', ' ') || '—'}
                </span>
                <Button tone="outline" size="sm" onClick={() => onTheirs(conflict)}>
                  {t('takeTheirs')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
