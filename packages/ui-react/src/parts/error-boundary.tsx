import { Component, type ReactNode } from "react";

interface Props {
  /** What the children are made from; another one gives them another chance. */
  readonly of: unknown;
  readonly children: ReactNode;
  readonly fallback: ReactNode;
}

/** Keeps what breaks to itself. A class, because React knows no other way. */
export class ErrorBoundary extends Component<Props, { readonly failedOn: unknown; readonly hasFailed: boolean }> {
  override state = { failedOn: undefined as unknown, hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.setState({ failedOn: this.props.of });
  }

  override componentDidUpdate(): void {
    if (this.state.hasFailed && this.state.failedOn !== undefined && this.state.failedOn !== this.props.of) {
      this.setState({ hasFailed: false, failedOn: undefined });
    }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
