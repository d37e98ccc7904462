'use client';

import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useWords } from '../use-words';

export type Answer = { reason: string; file?: File };

type Props = {
  title: string;
  text?: string;
  /** What the button that goes through with it says. */
  verb: string;
  danger?: boolean;
  withReason?: boolean;
  withFile?: boolean;
  busy: boolean;
  onAnswer: (answer: Answer) => void;
  onClose: () => void;
  children?: ReactNode;
};

const REASON_MAXIMUM = 2000;

/** The second look before something that cannot be taken back. The browser's own dialog keeps the focus inside. */
export function AskDialog({ title, text, verb, danger, withReason, withFile, busy, onAnswer, onClose, children }: Props) {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const reasonId = useId();
  const faultId = useId();
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason') ?? '').trim();
    const file = form.get('file');
    if (withReason && reason === '') {
      setMissing(true);
      document.getElementById(reasonId)?.focus();
      return;
    }
    onAnswer({ reason, file: file instanceof File && file.size > 0 ? file : undefined });
  }

  return (
    <dialog ref={dialog} className="desk desk-dialog" aria-labelledby={titleId} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <h3 id={titleId}>{title}</h3>
        {text && <p>{text}</p>}
        {children}
        {withReason && (
          <div className="desk-field">
            <label htmlFor={reasonId}>{say('reason')}</label>
            <textarea
              id={reasonId}
              name="reason"
              rows={4}
              maxLength={REASON_MAXIMUM}
              aria-invalid={missing}
              aria-describedby={missing ? faultId : undefined}
              onInput={() => setMissing(false)}
            />
            {missing && <p id={faultId} className="desk-field-fault">{say('reasonRequired')}</p>}
          </div>
        )}
        {withFile && (
          <label className="desk-field">
            <span>{say('attachFile')}</span>
            <input type="file" name="file" accept="application/pdf,image/png,image/jpeg" />
          </label>
        )}
        <footer>
          <button type="button" className="desk-button" onClick={() => dialog.current?.close()}>{say('keep')}</button>
          <button type="submit" className="desk-button" data-look={danger ? 'danger' : 'action'} disabled={busy}>{verb}</button>
        </footer>
      </form>
    </dialog>
  );
}
