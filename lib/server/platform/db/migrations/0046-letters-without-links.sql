-- Copies of letters that never left the portal were kept with their links, which let whoever read them act for the recipient.
update portal.letters set
  html = regexp_replace(html, '/(token|reset|unsubscribe|one-click)/[A-Za-z0-9_.%-]+', '/\1/…', 'g'),
  text = regexp_replace(text, '/(token|reset|unsubscribe|one-click)/[A-Za-z0-9_.%-]+', '/\1/…', 'g')
where html ~ '/(token|reset|unsubscribe|one-click)/[A-Za-z0-9_.%-]' or text ~ '/(token|reset|unsubscribe|one-click)/[A-Za-z0-9_.%-]';
