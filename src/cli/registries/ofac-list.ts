import sax from 'sax';
import { distinctAddresses, ETHER_ADDRESS, type ListedAddress, type Listing, noteOf } from './listing.js';

/**
 * OFAC lists an address with a currency. An address that is listed for a token, or for another chain with the
 * same form of addresses, has the same key on Ethereum.
 */
const CURRENCY = /^Digital Currency Address - (.+)$/;
const ETHER = 'ETH';
const ROOTS = ['sdnList', 'Sanctions'];

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  text: string;
}

/** A party of the list while it is read. */
interface Party {
  readonly names: string[];
  readonly programmes: string[];
  readonly addresses: { readonly address: string; readonly currency: string }[];
}

/**
 * Parses `SDN.XML` or `SDN_ADVANCED.XML` of OFAC in chunks. It compares the local names of elements, because
 * the namespace has changed over the years. A file with a document type is refused.
 * @throws Error for another file, and for one without any address of Ethereum's form, because an empty list
 * would end every entry
 */
export async function readOfacList(chunks: AsyncIterable<string>): Promise<Listing> {
  const list = new OfacList();
  const parser = sax.parser(true);
  let failure: Error | undefined;
  parser.onerror = (error) => {
    failure ??= new Error(`line ${parser.line + 1} of the file is no XML: ${error.message.split('\n')[0]}`);
  };
  parser.ondoctype = () => {
    failure ??= new Error('the file declares a document type, which no list of OFAC does');
  };
  parser.onopentag = ({ name, attributes }) => list.open(name.split(':').at(-1)!, attributes);
  parser.ontext = (text) => list.text(text);
  parser.oncdata = (text) => list.text(text);
  parser.onclosetag = () => list.close();
  for await (const chunk of chunks) {
    parser.write(chunk);
    if (failure) throw failure;
  }
  parser.close();
  if (failure) throw failure;
  return list.listing();
}

class OfacList {
  readonly #path: Element[] = [];
  /** Currencies by the id of their feature type, in the advanced form. */
  readonly #currencies = new Map<string, string | undefined>();
  readonly #parties = new Map<string, Party>();
  readonly #listed: ListedAddress[] = [];
  readonly #programmes = new Map<string, { readonly names: string[]; day?: string }>();
  #party: Party = { names: [], programmes: [], addresses: [] };
  readonly #date: { Year?: string; Month?: string; Day?: string } = {};
  #idType = '';
  #published: string | undefined;

  open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    if (this.#path.length === 0 && !ROOTS.includes(name))
      throw new Error(`the file begins with <${name}>: it is neither SDN.XML nor SDN_ADVANCED.XML`);
    this.#path.push({ name, attributes, text: '' });
    if (name === 'sdnEntry' || name === 'DistinctParty')
      this.#party = { names: [], programmes: [], addresses: [] };
  }

  text(text: string): void {
    const element = this.#path.at(-1);
    if (element) element.text += text;
  }

  close(): void {
    const { name, attributes, text: raw } = this.#path.pop()!;
    const { ID, FixedRef } = attributes;
    const text = raw.trim();
    const inside = (outer: string) => this.#path.some((one) => one.name === outer);
    switch (name) {
      // Both forms state the day of publication.
      case 'Publish_Date':
        this.#published = dayOf(text.split('/'));
        break;
      case 'DateOfIssue':
        this.#published = this.#day();
        break;
      case 'Year':
      case 'Month':
      case 'Day':
        this.#date[name] = text;
        break;
      case 'FeatureType':
        this.#currencies.set(String(ID), currencyOf(text));
        break;
      case 'VersionDetail':
        this.#address(text, this.#currencies.get(this.#attribute('Feature', 'FeatureTypeID')));
        break;
      case 'NamePartValue':
        if (inside('DistinctParty') && this.#attribute('Alias', 'Primary') === 'true')
          this.#party.names.push(text);
        break;
      case 'DistinctParty':
        this.#parties.set(String(FixedRef), this.#party);
        break;
      case 'Comment':
        if (inside('SanctionsMeasure') && text !== '') this.#entry().names.push(text);
        break;
      case 'EntryEvent':
        this.#entry().day = this.#day();
        break;
      // Plain form.
      case 'idType':
        this.#idType = text;
        break;
      case 'idNumber':
        this.#address(text, currencyOf(this.#idType));
        break;
      case 'lastName':
      case 'firstName':
        if (this.#path.at(-1)?.name === 'sdnEntry') this.#party.names.push(text);
        break;
      case 'program':
        this.#party.programmes.push(text);
        break;
      case 'sdnEntry':
        this.#parties.set(`entry ${this.#parties.size}`, this.#party);
        break;
    }
  }

  #day(): string {
    const { Year = '', Month = '', Day = '' } = this.#date;
    return dayOf([Month, Day, Year]);
  }

  #attribute(element: string, attribute: string): string {
    return String(this.#path.findLast(({ name }) => name === element)?.attributes[attribute]);
  }

  #entry(): { names: string[]; day?: string } {
    const profile = this.#attribute('SanctionsEntry', 'ProfileID');
    let found = this.#programmes.get(profile);
    if (found === undefined) {
      found = { names: [] };
      this.#programmes.set(profile, found);
    }
    return found;
  }

  #address(text: string, currency: string | undefined): void {
    if (currency === undefined) return;
    const address = text.toLowerCase();
    if (ETHER_ADDRESS.test(address)) this.#party.addresses.push({ address, currency });
    else if (currency === ETHER)
      throw new Error(`the list has an invalid ether address: ${text.slice(0, 60)}`);
  }

  listing(): Listing {
    for (const [profile, { names, programmes, addresses }] of this.#parties) {
      const entry = this.#programmes.get(profile);
      const programs = [...new Set([...programmes, ...(entry?.names ?? [])])].join(', ');
      const parts = [names.filter(Boolean).join(' '), programs, entry?.day && `listed ${entry.day}`];
      for (const { address, currency } of addresses) {
        const note = noteOf([...parts, currency === ETHER ? undefined : `as an address of ${currency}`]);
        this.#listed.push({ address, ...(note !== undefined && { note }) });
      }
    }
    if (this.#listed.length === 0)
      throw new Error("the file has no address of Ethereum's form: it is cut off, or its form has changed");
    return {
      addresses: distinctAddresses(this.#listed),
      ...(this.#published !== undefined && { published: this.#published }),
    };
  }
}

/** @param parts month, day, year */
function dayOf([month = '', day = '', year = '']: readonly string[]): string {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new Error(`the list has an invalid day: ${text}`);
  return text;
}

/** The currency of an address; undefined if the feature is no address. */
function currencyOf(type: string): string | undefined {
  return CURRENCY.exec(type)?.[1];
}
