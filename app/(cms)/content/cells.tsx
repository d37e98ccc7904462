'use client'

import { RenderDefaultCell, TextInput, Thumbnail, useField, useTranslation } from '@payloadcms/ui'
import type { DefaultCellComponentProps, TextFieldClientComponent } from 'payload'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { formatFileSize, isUnclearDecimal, writeDecimal } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'

/** A price or a quantity as the site writes it. */
export function DecimalCell(props: DefaultCellComponentProps) {
  const { i18n } = useTranslation()
  const kept: unknown = props.cellData
  if (typeof kept !== 'string') return <PlainCell {...props} />
  return <PlainCell {...props} cellData={writeDecimal(kept, localeOrDefault(i18n.language))} />
}

/**
 * The same in a form; what is typed stays as it is typed until the field is left. What may be thousands or thousandths is sent with a space
 * before it: "1.500" would be the wire's one and a half (isUnclear in lib/server/cms/fields/checked-fields.ts).
 */
export const DecimalField: TextFieldClientComponent = ({ field, path: knownPath, readOnly }) => {
  const { i18n } = useTranslation()
  const { customComponents, disabled, path, setValue, showError, value } = useField<string | null>({
    potentiallyStalePath: knownPath,
  })
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null!)
  const { label, required, admin: { description, placeholder, width } = {} } = field
  const locale = localeOrDefault(i18n.language)

  useEffect(() => {
    const element = input.current
    const leave = () => setTyped(null)
    element.addEventListener('blur', leave)
    return () => element.removeEventListener('blur', leave)
  }, [])

  return (
    <TextInput
      {...customComponents}
      description={description}
      inputRef={input}
      label={label}
      path={path}
      placeholder={writeDecimal(placeholder, locale)}
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
  const kind = mimeType?.split('/').at(-1)?.toUpperCase()
  const details = [
    kind,
    width && height ? `${width} × ${height}` : null,
    filesize ? formatFileSize(filesize, localeOrDefault(i18n.language)) : null,
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
