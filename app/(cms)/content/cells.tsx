'use client'

import { localeOrDefault } from '@/lib/i18n/route-names'
import { RenderDefaultCell, TextInput, Thumbnail, useField, useTranslation } from '@payloadcms/ui'
import type { DefaultCellComponentProps, TextFieldClientComponent } from 'payload'
import { type CSSProperties, useState } from 'react'
import { formatDecimal, formatPrice, formatQuantity } from '@/lib/i18n/formats'

const LOCALES = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' } as const

/** A price or a quantity as the site writes it. */
export function DecimalCell(props: DefaultCellComponentProps) {
  const { i18n } = useTranslation()
  const kept: unknown = props.cellData
  if (typeof kept !== 'string' || !/^\d+\.\d+$/.test(kept)) return <PlainCell {...props} />
  const write = kept.at(-3) === '.' ? formatPrice : formatQuantity
  return <PlainCell {...props} cellData={write(kept, localeOrDefault(i18n.language))} />
}

/** The same in a form: what is kept ("15090.00") is shown with the language's signs, and what is typed stays as it is typed until the field is left. */
export const DecimalField: TextFieldClientComponent = ({ field, path: knownPath, readOnly }) => {
  const { i18n } = useTranslation()
  const { customComponents, disabled, path, setValue, showError, value } = useField<string | null>({
    potentiallyStalePath: knownPath,
  })
  const [typed, setTyped] = useState<string | null>(null)
  const { label, required, admin: { description, placeholder, width } = {} } = field
  const write = (kept: unknown) => (typeof kept === 'string' ? formatDecimal(kept, localeOrDefault(i18n.language)) : '')
  return (
    <div style={{ '--field-width': width } as CSSProperties} onBlur={() => setTyped(null)}>
      <TextInput
        {...customComponents}
        description={description}
        label={label}
        path={path}
        placeholder={write(placeholder)}
        readOnly={readOnly || disabled}
        required={required}
        showError={showError}
        value={typed ?? write(value)}
        onChange={({ target }: { target: HTMLInputElement }) => {
          setTyped(target.value)
          setValue(target.value)
        }}
      />
    </div>
  )
}

/** A file by its picture and by what it is said to be: its own name is a checksum. */
export function MediaCell(props: DefaultCellComponentProps) {
  const { mimeType, filename, thumbnailURL } = props.rowData as Record<string, string | undefined>
  return (
    <span className="media-cell">
      <Thumbnail size="small" doc={{ filename }} fileSrc={mimeType?.startsWith('image/') ? thumbnailURL : undefined} />
      <PlainCell {...props} />
    </span>
  )
}

/** What a file is and how large, for people. */
export function FileDetailsCell({ rowData }: DefaultCellComponentProps) {
  const { i18n } = useTranslation()
  const { mimeType, filesize, width, height } = rowData as {
    mimeType?: string
    filesize?: number
    width?: number | null
    height?: number | null
  }
  const kilobytes = new Intl.NumberFormat(LOCALES[localeOrDefault(i18n.language)], {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  })
  const kind = mimeType?.split('/').at(-1)?.toUpperCase()
  const details = [
    kind,
    width && height ? `${width} × ${height}` : null,
    filesize ? kilobytes.format(Math.max(1, filesize / 1024)) : null,
  ]
  return <span>{details.filter(Boolean).join(' · ')}</span>
}

/** For columns that are no field of the form. */
export function NoField() {
  return null
}

/** Payload's own cell, which leads to the document, or chooses it where one is chosen. */
function PlainCell(props: DefaultCellComponentProps) {
  return (
    <RenderDefaultCell clientProps={props} columnIndex={props.columnIndex ?? 0} isLinkedColumn={props.link === true} />
  )
}
