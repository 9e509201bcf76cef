/** Whether HTML is asked for by name, as browsers do that open an address. @param accept the header */
export const asksForHtml = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((type) => type.split(';')[0]!.trim() === 'text/html');
