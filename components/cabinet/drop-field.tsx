'use client'

import { type ReactNode, type Ref, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Field, type FieldProps } from '@/components/ui/field'
import { ACCEPTED_TYPES } from './use-upload-queue'

interface DropFieldProps extends FieldProps {
  ref: Ref<HTMLInputElement>
  /** Nothing can be chosen; what is dropped comes to `onFiles` all the same, which may say why not. */
  disabled?: boolean
  className: string
  children: ReactNode
  onFiles: (files: File[]) => void
}

/** Where files are dropped or chosen. The whole field is the file input: it is found by keyboard, touch and screen reader alike. */
export function DropField({ ref, disabled, className, children, onFiles, ...field }: DropFieldProps) {
  const [over, setOver] = useState(false)
  return (
    <Field {...field}>
      {(control) => (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            onFiles([...event.dataTransfer.files])
          }}
          className={classNames(
            'relative rounded-md border border-dashed px-4 text-center transition-colors duration-150 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
            over ? 'border-action bg-plan' : 'border-control bg-surface hover:bg-hover',
            disabled && 'opacity-55',
            className,
          )}
        >
          {children}
          <input
            {...control}
            ref={ref}
            type="file"
            multiple
            accept={ACCEPTED_TYPES}
            disabled={disabled}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              // The same file can be chosen again after it was taken out.
              event.target.value = ''
            }}
            className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
          />
        </div>
      )}
    </Field>
  )
}
