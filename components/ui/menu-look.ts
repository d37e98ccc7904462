// Apart from the menu's script: the server writes entries too, and a client module gives it components alone.
/** The look of one entry of an opened menu. */
export const MENU_ENTRY_LOOK =
  'flex min-h-10 w-full items-center gap-2.5 rounded-sm px-3 py-2 text-left text-small font-medium leading-snug hover:bg-hover aria-[current=page]:bg-sunken aria-[current=true]:bg-sunken aria-[current=true]:font-semibold focus-visible:outline-offset-[-2px]'
