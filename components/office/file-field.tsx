import { useState } from 'react'
import { useOfficeText } from '@/components/office/office-text'
import { buttonLook } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { ACCEPTED_TYPES } from '@/lib/contract/documents'

/** The file that a decision rests on. */
export function FileField({ label, isOptional = false }: { label?: string; isOptional?: boolean }) {
  const { t, faultText } = useOfficeText()
  const [file, setFile] = useState<File>()
  const [isChecked, setChecked] = useState(false)
  const missing = isOptional ? '' : t('fileRequired')
  const fault = file === undefined ? missing : file.size === 0 ? faultText('file_empty') : ''
  return (
    <Field label={label ?? t('attachFile')} error={isChecked && fault}>
      {(control) => (
        // The browser's own control would speak the browser's language.
        <span className="flex items-center gap-3 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <input
            {...control}
            ref={(input) => input?.setCustomValidity(fault)}
            type="file"
            name="file"
            accept={ACCEPTED_TYPES}
            className="sr-only"
            onInvalid={() => setChecked(true)}
            onChange={(event) => {
              setChecked(false)
              setFile(event.target.files?.[0])
            }}
          />
          <label htmlFor={control.id} className={classNames(buttonLook({ tone: 'outline', size: 'sm' }), 'shrink-0')}>
            {t('chooseFile')}
          </label>
          <span className="min-w-0 text-small break-words text-soft">{file?.name ?? t('noFileChosen')}</span>
        </span>
      )}
    </Field>
  )
}
