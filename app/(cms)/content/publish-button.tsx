'use client'

import {
  ConfirmationModal,
  PublishButton as PayloadPublishButton,
  useAllFormFields,
  useDebounce,
  useDocumentInfo,
  useFormBackgroundProcessing,
  useLocale,
  useModal,
  useTranslation,
} from '@payloadcms/ui'
import { getAutosaveInterval } from 'payload/shared'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCmsText } from '@/app/(cms)/content/cms-text'
import { readGapsOf } from '@/app/(cms)/content/gaps'
import { fieldAddress } from '@/app/(cms)/content/field-address'
import { requestIdle } from '@/lib/browser/when-idle'
import { LANGUAGE_NAMES, type Locale, LOCALES } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { Gaps } from '@/lib/server/cms/translation-gaps'

const GAPS_DIALOG = 'publish-with-gaps'

/**
 * Payload 3.90 loses a press on its publish button in three ways: the form receives a rich text up to half a second
 * late, the button is disabled during an autosave, and an autosave during the publication turns the page into a draft
 * again. Here a press waits until the form is idle. Can go once the test of immediate publication in
 * tests/e2e/editor.full.spec.ts passes without it. Then it asks about texts that a language lacks: visitors read
 * them in another one.
 */
export function PublishButton() {
  const [fields] = useAllFormFields()
  const { id, collectionSlug, docConfig, hasPublishedDoc } = useDocumentInfo()
  const { code: locale } = useLocale()
  const { openModal } = useModal()
  const [gaps, setGaps] = useState<Gaps | null>(null)
  const { t } = useTranslation()
  // The same delay as autosave.
  const isIdle = useDebounce(fields, docConfig ? getAutosaveInterval(docConfig) : 0) === fields
  const saving = useFormBackgroundProcessing()
  const wrapper = useRef<HTMLDivElement>(null)
  const [isPressed, setPressed] = useState(false)
  const isClicking = useRef(false)

  function publish(): void {
    isClicking.current = true
    buttonIn(wrapper.current)?.click()
    isClicking.current = false
  }

  const publishOrAsk = useEffectEvent(async () => {
    // A failed check does not block publishing: the server validates too.
    const lacking = await readGapsOf(collectionSlug, id).catch(() => null)
    const isRefused = lacking?.[localeOrDefault(locale)].some(({ required }) => required)
    if (lacking === null || isRefused || LOCALES.every((language) => lacking[language].length === 0)) {
      publish()
      return
    }
    setGaps(lacking)
    openModal(GAPS_DIALOG)
  })

  useEffect(() => {
    if (!isPressed || !isIdle || saving) return
    // The first idle callback runs after those of the rich texts, the second after the form has their values.
    let cancel = requestIdle(() => {
      cancel = requestIdle(() => {
        setPressed(false)
        void publishOrAsk()
      })
    })
    return () => cancel()
  }, [isPressed, isIdle, saving])

  function press(event: MouseEvent): void {
    if (isClicking.current || !isWithin(buttonIn(wrapper.current), event)) return
    event.stopPropagation()
    setPressed(true)
  }

  return (
    <div className="publish-after-draft" aria-busy={isPressed} ref={wrapper} onClickCapture={press}>
      <PayloadPublishButton label={t(hasPublishedDoc ? 'version:publishChanges' : 'version:publish')} />
      {gaps && <GapsDialog gaps={gaps} form={`/admin/collections/${collectionSlug}/${id}`} onPublish={publish} />}
    </div>
  )
}

const MAX_NAMED = 5

/** Says which language lacks what, with a link to each field. */
function GapsDialog({ gaps, form, onPublish }: { gaps: Gaps; form: string; onPublish: () => void }) {
  const { t } = useCmsText()
  const { closeModal } = useModal()
  const nameOf = (locale: Locale) => `${LANGUAGE_NAMES[locale]}: ${t('textsLacking', { count: gaps[locale].length })}`
  return (
    <ConfirmationModal
      modalSlug={GAPS_DIALOG}
      heading={t('publishGapsTitle')}
      confirmLabel={t('publishAnyway')}
      cancelLabel={t('backToForm')}
      onConfirm={onPublish}
      body={
        <div className="gaps-dialog">
          <p>{t('publishGapsText')}</p>
          {LOCALES.filter((locale) => gaps[locale].length > 0).map((locale) => (
            <section key={locale} aria-label={LANGUAGE_NAMES[locale]}>
              <h2>{nameOf(locale)}</h2>
              <ul>
                {gaps[locale].slice(0, MAX_NAMED).map(({ path, name }) => (
                  <li key={path}>
                    <a href={fieldAddress(form, locale, path)} onClick={() => closeModal(GAPS_DIALOG)}>
                      {name}
                    </a>
                  </li>
                ))}
                {gaps[locale].length > MAX_NAMED && <li>{t('andMore', { count: gaps[locale].length - MAX_NAMED })}</li>}
              </ul>
            </section>
          ))}
        </div>
      }
    />
  )
}

function buttonIn(wrapper: HTMLElement | null): HTMLButtonElement | null {
  return wrapper?.querySelector<HTMLButtonElement>('#action-save') ?? null
}

function isWithin(button: HTMLButtonElement | null, { clientX, clientY, target }: MouseEvent): boolean {
  if (button === null) return false
  if (button.contains(target as Node)) return true
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
