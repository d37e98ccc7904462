'use client'

import {
  Pill,
  RenderDefaultCell,
  TextInput,
  Thumbnail,
  useDocumentInfo,
  useField,
  useTranslation,
} from '@payloadcms/ui'
import type { DefaultCellComponentProps, TextFieldClientComponent } from 'payload'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useCmsText } from '@/app/(cms)/content/cms-text'
import { readGapsOf } from '@/app/(cms)/content/gaps'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import { formatDateTime, formatFileSize, isUnclearDecimal, writeDecimal } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { Gaps } from '@/lib/server/cms/translation-gaps'

/** A price or a quantity as the site writes it. */
export function DecimalCell(props: DefaultCellComponentProps) {
  const { i18n } = useTranslation()
  const stored: unknown = props.cellData
  if (typeof stored !== 'string') return <PlainCell {...props} />
  return <PlainCell {...props} cellData={writeDecimal(stored, localeOrDefault(i18n.language))} />
}

/**
 * A price or a quantity in a form; the typed text is shown until the field loses the focus. An unclear number such as "1.500" is sent with a space before it,
 * since the wire would read it as one and a half (isUnclear in lib/server/cms/fields/checked-fields.ts).
 */
export const DecimalField: TextFieldClientComponent = ({ field, path: givenPath, readOnly }) => {
  const { t, locale } = useCmsText()
  const { customComponents, disabled, path, setValue, showError, value } = useField<string | null>({
    potentiallyStalePath: givenPath,
  })
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null!)
  const { label, required, admin: { description, placeholder, width } = {} } = field

  useEffect(() => {
    const element = input.current
    const showStored = () => setTyped(null)
    element.addEventListener('blur', showStored)
    return () => element.removeEventListener('blur', showStored)
  }, [])

  return (
    <TextInput
      {...customComponents}
      description={description}
      inputRef={input}
      label={label}
      path={path}
      placeholder={
        typeof placeholder === 'string' && !readOnly && !disabled
          ? t('exampleValue', { value: writeDecimal(placeholder, locale) })
          : undefined
      }
      readOnly={readOnly || disabled}
      required={required}
      showError={showError}
      style={{ '--field-width': width } as CSSProperties}
      value={typed ?? writeDecimal(value, locale).trimStart()}
      onChange={({ target }: { target: HTMLInputElement }) => {
        setTyped(target.value)
        setValue(isUnclearDecimal(target.value, locale) ? ` ${target.value.trimStart()}` : target.value)
      }}
    />
  )
}

/** The picture and description of a file. */
export function MediaCell(props: DefaultCellComponentProps) {
  const { mimeType, filename, thumbnailURL } = props.rowData as Record<string, string | undefined>
  return (
    // Payload's classes put the name below the picture.
    <span className="file" style={{ display: 'flex', alignItems: 'center' }}>
      <Thumbnail
        className="file__thumbnail"
        size="small"
        doc={{ filename }}
        fileSrc={mimeType?.startsWith('image/') ? thumbnailURL : undefined}
      />
      <span className="file__filename">
        <PlainCell {...props} />
      </span>
    </span>
  )
}

export function FileDetailsCell({ rowData }: DefaultCellComponentProps) {
  const { i18n } = useTranslation()
  const { mimeType, filesize, width, height } = rowData as {
    mimeType?: string
    filesize?: number
    width?: number | null
    height?: number | null
  }
  const kind = mimeType?.split('/').at(-1)?.toUpperCase()
  const details = [
    kind,
    width && height ? `${width} × ${height}` : null,
    filesize ? formatFileSize(filesize, localeOrDefault(i18n.language)) : null,
  ]
  return <span>{details.filter(Boolean).join(' · ')}</span>
}

/** A time in Kyiv; Payload's cell writes it in the browser's zone. */
export function KyivTimeCell({ cellData }: DefaultCellComponentProps) {
  const { i18n } = useTranslation()
  const at: unknown = cellData
  return typeof at === 'string' && <span>{formatDateTime(at, localeOrDefault(i18n.language))}</span>
}

/** Placeholder in the form for a column that exists only in the list. */
export function NoField() {
  return null
}

function PlainCell(props: DefaultCellComponentProps) {
  return (
    <RenderDefaultCell clientProps={props} columnIndex={props.columnIndex ?? 0} isLinkedColumn={props.link === true} />
  )
}

/** The gaps of the draft by language, read again after each save. */
export function TranslationGapsField() {
  const { id, collectionSlug, lastUpdateTime } = useDocumentInfo()
  const { t } = useCmsText()
  const [gaps, setGaps] = useState<Gaps | null>(null)
  useEffect(() => {
    let isCurrent = true
    readGapsOf(collectionSlug, id).then(
      (answer) => {
        if (isCurrent) setGaps(answer)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [collectionSlug, id, lastUpdateTime])
  return (
    gaps && (
      <div className="field-type translation-gaps">
        <p className="field-label">{t('translations')}</p>
        <GapPills gaps={gaps} />
      </div>
    )
  )
}

/** `short`: language codes, for a list. */
export function GapPills({ gaps, short = false }: { gaps: Gaps; short?: boolean }) {
  const { t } = useCmsText()
  return (
    <ul className="gap-pills">
      {LOCALES.map((locale) => {
        const count = gaps[locale].length
        const text = `${LANGUAGE_NAMES[locale]}: ${count === 0 ? t('translated') : t('textsLacking', { count })}`
        return (
          <li key={locale} title={short ? text : undefined}>
            <Pill pillStyle={count === 0 ? 'success' : 'warning'} size="small">
              {short ? `${locale}${count === 0 ? '' : ` −${count}`}` : text}
            </Pill>
          </li>
        )
      })}
    </ul>
  )
}
